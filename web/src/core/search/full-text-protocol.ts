import type { InsideHit } from "./full-text-wasm";

/** Messages between the page and the full-text search worker. */
export type FullTextRequest =
  | { kind: "hold"; place: string; bytes: ArrayBuffer }
  | { kind: "release"; places: readonly string[] }
  | { kind: "find"; query: string; places: readonly string[]; limit: number; maxPerNote: number }
  | { kind: "pages"; query: string; place: string; note: string };

/** Responses by kind of request. */
export interface FullTextResponses {
  hold: Record<string, never>;
  release: Record<string, never>;
  find: { hits: InsideHit[] };
  pages: { pages: Uint32Array | undefined };
}
