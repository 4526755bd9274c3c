/**
 * Loads the compiled rules (WebAssembly). No other module imports its generated code, and nothing is fetched before the
 * first call: the sign-in page is usable before any WebAssembly has arrived.
 */
export type RulesModule = typeof import("./generated/pkg/wasm_core");
export type {
  CatalogueManifest,
  Core,
  CourseRecord,
  FieldError,
  Guide,
  Guides,
  Hit,
  Library,
  LibraryHit,
  LibraryHits,
  Moves,
} from "./generated/pkg/wasm_core";

let loading: Promise<RulesModule> | undefined;

/** Fetches and starts the rules, once per thread. A failed fetch is forgotten, so that the next call retries. */
export function loadRules(): Promise<RulesModule> {
  loading ??= import("./generated/pkg/wasm_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
