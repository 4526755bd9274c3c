import { loadOnce } from "@/lib/loading/load-once";

/** Loads the rules for cards with gaps. They are a separate module, so that only pages with such a card fetch them. */
export type GapsModule = typeof import("./generated/pkg/gaps_core");

/** Fetches and starts the module, once per page. */
export const loadGaps: () => Promise<GapsModule> = loadOnce(() => import("./generated/pkg/gaps_core"));

/** Returns false if a text certainly has no gaps, so that the module need not be loaded for it. */
export const mayHaveGaps = (text: string): boolean => /\{\{c\d+::/.test(text);
