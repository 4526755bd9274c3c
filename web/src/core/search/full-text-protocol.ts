import type { InsideHit } from "./full-text-wasm";

/** Messages between the page and the full-text search worker. */
export type FullTextRequest =
  | { kind: "load"; place: string; bytes: ArrayBuffer }
  | { kind: "unload"; places: readonly string[] }
  | { kind: "search"; query: string; places: readonly string[]; limit: number; maxPerNote: number }
  | { kind: "pages"; query: string; place: string; note: string };

/** Responses by kind of request. */
export interface FullTextResponses {
  load: Record<string, never>;
  unload: Record<string, never>;
  search: { hits: InsideHit[] };
  pages: { pages: Uint32Array | undefined };
}
