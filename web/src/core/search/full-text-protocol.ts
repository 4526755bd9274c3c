import type { InsideHit, PassageText } from "./full-text-wasm";

/** The place of a passage: a page of a note, and the number of the passage on it, from 0. */
export interface PassagePlace {
  place: string;
  note: string;
  page: number;
  passage: number;
}

/** Messages between the page and the full-text search worker. */
export type FullTextRequest =
  | { kind: "load"; place: string; bytes: ArrayBuffer }
  | { kind: "unload"; places: readonly string[] }
  | { kind: "search"; query: string; places: readonly string[]; limit: number; maxPerNote: number }
  | { kind: "pages"; query: string; place: string; note: string }
  | { kind: "passages"; passages: readonly PassagePlace[] };

/** Responses by kind of request. */
export interface FullTextResponses {
  load: Record<string, never>;
  unload: Record<string, never>;
  search: { hits: InsideHit[] };
  pages: { pages: Uint32Array | undefined };
  passages: { texts: (PassageText | undefined)[] };
}
