import { loadOnce } from "@/lib/loading/load-once";

/**
 * Import of cards and courses from text. It is a separate module, because only import pages need it and the code for
 * Anki's HTML is most of it.
 */
export type ImportsModule = typeof import("./generated/pkg/imports_core");
export type { CourseTable } from "./generated/pkg/imports_core";

/** Fetches and starts the module, once per page. */
export const loadImports: () => Promise<ImportsModule> = loadOnce(() => import("./generated/pkg/imports_core"));
