/**
 * Loads the rules and exports of study cards. They are a separate module, so that only pages that write, import or
 * export cards fetch them. `imports.ts` loads the text import.
 */
export type CardsModule = typeof import("./generated/pkg/cards_core");
export type { CardRow, CardTable, DeckCard, Separator, Sides } from "./generated/pkg/cards_core";

let loading: Promise<CardsModule> | undefined;

/** Fetches and starts the module, once per page. A failed fetch is forgotten, so that the next call retries. */
export function loadCards(): Promise<CardsModule> {
  loading ??= import("./generated/pkg/cards_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
