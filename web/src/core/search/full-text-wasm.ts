/** Loads the compiled full-text search. It is a separate module, so that only searches in notes fetch it. */
export type FullTextModule = typeof import("../generated/pkg/inside_core");
export type { InsideCore, InsideHit } from "../generated/pkg/inside_core";

let loading: Promise<FullTextModule> | undefined;

/** Fetches and starts the module, once per thread. A failed fetch is forgotten, so that the next call retries. */
export function loadFullTextModule(): Promise<FullTextModule> {
  loading ??= import("../generated/pkg/inside_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
