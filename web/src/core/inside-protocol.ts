import type { InsideHit } from "./inside-engine";

/** The messages between the page and the worker that searches inside of notes. */
export type InsideQuestion =
  | { kind: "hold"; place: string; bytes: ArrayBuffer }
  | { kind: "release"; places: readonly string[] }
  | { kind: "find"; query: string; places: readonly string[]; limit: number; ofNote: number };

/** What each kind of question is answered with. */
export interface InsideAnswers {
  hold: Record<string, never>;
  release: Record<string, never>;
  find: { hits: InsideHit[] };
}
