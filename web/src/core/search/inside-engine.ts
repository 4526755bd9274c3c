/** Loads the compiled search inside of notes. It is a module of its own, so that only who searches there fetches it. */
export type InsideModule = typeof import("../generated/pkg/inside_core");
export type { InsideCore, InsideHit } from "../generated/pkg/inside_core";

let loading: Promise<InsideModule> | undefined;

/** Fetches and starts it, once a thread. A failed fetch is forgotten, so the next call tries again. */
export function loadInside(): Promise<InsideModule> {
  loading ??= import("../generated/pkg/inside_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
