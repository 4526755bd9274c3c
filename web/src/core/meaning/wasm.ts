import { loadOnce } from "@/lib/loading/load-once";

/** Types of the compiled sentence encoder. */
export type { MeaningCore, NearPassage } from "../generated/pkg/meaning_core";

/**
 * Bytes of a module with a function that uses a 128-bit vector. It is valid only if the browser supports vector
 * instructions.
 */
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/**
 * Fetches and starts the sentence encoder, once per thread: with vector instructions if the browser supports them,
 * otherwise without.
 */
export const loadMeaningModule = loadOnce(() =>
  WebAssembly.validate(VECTOR_MODULE)
    ? import("../generated/pkg/meaning_core")
    : import("../generated/pkg/meaning_core_plain"),
);
