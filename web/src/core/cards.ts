import { loadOnce } from "@/lib/loading/load-once";

/**
 * Rules and exports of study cards. They are a separate module, so that only pages that write, import or export cards
 * fetch them. `imports.ts` loads the text import.
 */
export type CardsModule = typeof import("./generated/pkg/cards_core");
export type { CardRow, CardTable, DeckCard, Separator, Sides } from "./generated/pkg/cards_core";

/** Fetches and starts the module, once per page. */
export const loadCards: () => Promise<CardsModule> = loadOnce(() => import("./generated/pkg/cards_core"));
