import { loadOnce } from "@/lib/loading/load-once";

/**
 * Loads the import of cards and courses from text. It is a separate module, because reading Anki's HTML takes most of
 * it and only import pages need it.
 */
export type ImportsModule = typeof import("./generated/pkg/imports_core");
export type { CourseTable } from "./generated/pkg/imports_core";

/** Fetches and starts the module, once per page. */
export const loadImports: () => Promise<ImportsModule> = loadOnce(() => import("./generated/pkg/imports_core"));
