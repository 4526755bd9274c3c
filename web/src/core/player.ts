import { loadOnce } from "@/lib/loading/load-once";

/**
 * The compiled player: playback, the queue, and the merging of resume positions, also in notes. It is a separate
 * module, so that only pages that play fetch it.
 */
export type PlayerModule = typeof import("./generated/pkg/player_core");
export type { Effect, PlayerCore, Position, ReadingPosition, Track } from "./generated/pkg/player_core";

/** Fetches and starts the player, once per page. */
export const loadPlayer: () => Promise<PlayerModule> = loadOnce(() => import("./generated/pkg/player_core"));
