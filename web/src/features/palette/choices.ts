import type { ReactNode } from "react";
import type { MatchRange } from "@/ui/text/highlight";

/** One thing that can be chosen in the palette. */
export interface Choice {
  /** Its own within its group. */
  key: string;
  name: string;
  /** What of the name was typed. */
  ranges?: readonly MatchRange[];
  /** In front of the name: the code of a course. */
  code?: { text: string; ranges: readonly MatchRange[] };
  /** Behind the name: where it belongs. */
  aside?: string;
  /** Other words to find it with. */
  also?: string;
  icon: ReactNode;
  /** What choosing it does; the palette closes first, unless `stays`. */
  run: () => void;
  stays?: boolean;
}

/** Choices of one kind, under their heading. */
export interface Group {
  title: string;
  choices: readonly Choice[];
}
