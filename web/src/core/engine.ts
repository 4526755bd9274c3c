/**
 * Loads the compiled core. Nothing else imports generated code, and nothing is fetched before the first call: the
 * sign-in page is usable before any WebAssembly has arrived.
 */
export type CoreModule = typeof import("./generated/pkg/wasm_core");
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

let loading: Promise<CoreModule> | undefined;

/** Fetches and starts the core, once a thread. A failed fetch is forgotten, so the next call tries again. */
export function loadCore(): Promise<CoreModule> {
  loading ??= import("./generated/pkg/wasm_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
