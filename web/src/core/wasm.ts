import { loadOnce } from "@/lib/loading/load-once";

/**
 * The compiled rules (WebAssembly). No other module imports their generated code, and nothing is fetched before the
 * first call of `loadRules`: the sign-in page is usable before any WebAssembly has arrived.
 */
export type RulesModule = typeof import("./generated/pkg/wasm_core");
export type {
  CatalogueManifest,
  CourseRecord,
  FieldError,
  Guides,
  Hit,
  Library,
  LibraryHit,
  LibraryHits,
  Moves,
  Recommendation,
  SearchableCatalogue,
} from "./generated/pkg/wasm_core";

/** Fetches and starts the rules, once per thread. */
export const loadRules: () => Promise<RulesModule> = loadOnce(() => import("./generated/pkg/wasm_core"));
