/**
 * Loads the import of cards and courses from text. It is a separate module, because reading Anki's HTML takes most of
 * it and only import pages need it.
 */
export type ImportsModule = typeof import("./generated/pkg/imports_core");
export type { CourseTable } from "./generated/pkg/imports_core";

let loading: Promise<ImportsModule> | undefined;

/** Fetches and starts the module, once per page. A failed fetch is forgotten, so that the next call retries. */
export function loadImports(): Promise<ImportsModule> {
  loading ??= import("./generated/pkg/imports_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
