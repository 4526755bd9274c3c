/**
/**
 * Loads the rules of study cards, and what reads and writes many at once. They are a module of their own, so that only who
 * writes, imports or exports cards fetches them.
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
