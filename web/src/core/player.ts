/**
 * Loads the compiled player: playback, the queue, and the merging of resume positions, also in notes. It is a separate
 * module, so that only pages that play fetch it.
 */
export type PlayerModule = typeof import("./generated/pkg/player_core");
export type { Effect, PlayerCore, Position, ReadingPosition, Track } from "./generated/pkg/player_core";

let loading: Promise<PlayerModule> | undefined;

/** Fetches and starts the player, once per page. A failed fetch is forgotten, so that the next call retries. */
export function loadPlayer(): Promise<PlayerModule> {
  loading ??= import("./generated/pkg/player_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
