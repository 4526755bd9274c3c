import type { ReactNode } from "react";
import type { MatchRange } from "@/ui/text/highlight";

export interface Command {
  /** Key, unique in its group. */
  key: string;
  name: string;
  /** Matching parts of the name. */
  ranges?: readonly MatchRange[];
  /** Course code before the name. */
  code?: { text: string; ranges: readonly MatchRange[] };
  /** Location after the name. */
  aside?: string;
  also?: string;
  icon: ReactNode;
  /** Runs the action. The palette closes first, unless `stays` is set. */
  run: () => void;
  stays?: boolean;
}

export interface CommandGroup {
  title: string;
  choices: readonly Command[];
}
