import type { NearPassage } from "./wasm";

/** Messages between the page and the worker of search by meaning. */
export type MeaningRequest =
  | { kind: "start"; bytes: ArrayBuffer }
  | { kind: "load"; place: string; bytes: ArrayBuffer }
  | { kind: "unload"; places: readonly string[] }
  | { kind: "ask"; question: string; places: readonly string[]; limit: number }
  | { kind: "fuse"; words: Uint32Array; hasAll: Uint8Array; staysFirst: Uint8Array; near: Uint32Array };

/** Responses by kind of request. */
export interface MeaningResponses {
  start: Record<string, never>;
  load: Record<string, never>;
  unload: Record<string, never>;
  /** `near` is empty if the question is not English. */
  ask: { isEnglish: boolean; near: NearPassage[] };
  fuse: { pages: Uint32Array };
}
