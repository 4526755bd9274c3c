/**
 * Loads the compiled player: what plays and what comes next, and which resume position counts, in notes too. It is a
 * module of its own, so that only pages that play fetch it.
 */
export type PlayerModule = typeof import("./generated/pkg/player_core");
export type { Effect, PlayerCore, Position, ReadingPosition, Track } from "./generated/pkg/player_core";

let loading: Promise<PlayerModule> | undefined;

/** Fetches and starts the player, once a page. A failed fetch is forgotten, so the next call tries again. */
export function loadPlayer(): Promise<PlayerModule> {
  loading ??= import("./generated/pkg/player_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
