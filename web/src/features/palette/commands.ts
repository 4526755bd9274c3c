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
  detail?: ReactNode;
  keywords?: string;
  icon: ReactNode;
  /** Runs the action. The palette closes first, unless `keepsPaletteOpen` is set. */
  run: () => void;
  keepsPaletteOpen?: boolean;
}

export interface CommandGroup {
  title: string;
  commands: readonly Command[];
}
