/**
 * Loads what reads cards and courses in a text. It is a module of its own because reading Anki's HTML takes most of it, and only
 * pages that import a text need it.
 */
export type ImportsModule = typeof import("./generated/pkg/imports_core");
export type { CourseTable } from "./generated/pkg/imports_core";

let loading: Promise<ImportsModule> | undefined;

/** Fetches and starts it, once a page. A failed fetch is forgotten, so the next call tries again. */
export function loadImports(): Promise<ImportsModule> {
  loading ??= import("./generated/pkg/imports_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
