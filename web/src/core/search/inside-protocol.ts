import type { InsideHit } from "./inside-engine";

/** The messages between the page and the worker that searches inside of notes. */
export type InsideQuestion =
  | { kind: "hold"; place: string; bytes: ArrayBuffer }
  | { kind: "release"; places: readonly string[] }
  | { kind: "find"; query: string; places: readonly string[]; limit: number; ofNote: number }
  | { kind: "pages"; query: string; place: string; note: string };

/** What each kind of question is answered with. */
export interface InsideAnswers {
  hold: Record<string, never>;
  release: Record<string, never>;
  find: { hits: InsideHit[] };
  pages: { pages: Uint32Array | undefined };
}
