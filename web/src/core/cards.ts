/**
 * Loads what reads and writes many study cards at once. It is a module of its own, so that only who imports or exports
 * them fetches it.
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
