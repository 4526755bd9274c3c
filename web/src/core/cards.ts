/**
/**
 * Loads the rules of study cards, and what writes many at once. They are a module of their own, so that only pages that
 * write, import or export cards fetch them. `imports.ts` loads what reads cards in a text.
 */
export type CardsModule = typeof import("./generated/pkg/cards_core");
export type { CardRow, CardTable, DeckCard, Separator, Sides } from "./generated/pkg/cards_core";

let loading: Promise<CardsModule> | undefined;

/** Fetches and starts it, once a page. A failed fetch is forgotten, so the next call tries again. */
export function loadCards(): Promise<CardsModule> {
  loading ??= import("./generated/pkg/cards_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
