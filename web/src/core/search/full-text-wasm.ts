import { loadOnce } from "@/lib/loading/load-once";

/** The compiled full-text search. It is a separate module, so that only searches in notes fetch it. */
export type FullTextModule = typeof import("../generated/pkg/inside_core");
export type { InsideCore, InsideHit, PassageText } from "../generated/pkg/inside_core";

/** Fetches and starts the module, once per thread. */
export const loadFullTextModule: () => Promise<FullTextModule> = loadOnce(() => import("../generated/pkg/inside_core"));
