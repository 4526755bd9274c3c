import { useEffect, useSyncExternalStore } from "react";
import { loadOnce } from "@/lib/loading/load-once";
import { usePageIdle } from "@/lib/loading/use-page-idle";
import { session, useSession } from "@/session/session";
import { toast } from "@/ui/feedback/toast";
import type { Controller } from "./controller";
import { playerPosition, playerState, resumePositions } from "./store";
import type { PlayerCommands, PlayerPosition, PlayerState, ResumePosition } from "./types";

/**
 * Public interface of the player. This part is small, and any page may import it. The playback code is loaded when a
 * signed-in page is idle, or at the first command.
 */

export type {
  PlayableTrack,
  PlaybackPhase,
  PlayerCommands,
  PlayerPosition,
  PlayerState,
  QueueContext,
  RepeatMode,
  ResumePosition,
  SleepTimer,
} from "./types";

/** Undefined until the playback code is loaded. */
let controller: Controller | undefined;

/** Loads the playback code. */
const load = loadOnce(async () => {
  const { startController } = await import("./start-controller");
  controller = await startController();
  return controller;
});

/** Returns a command. Once the playback code is loaded, the command runs synchronously, within the user gesture. */
function command<Name extends keyof PlayerCommands>(name: Name, failed = showLoadError) {
  return (...values: Parameters<PlayerCommands[Name]>): void => {
    const { me } = session.state();
    // Visitors cannot play. Pages that offer playback explain that.
    if (!me) return;
    const run = (to: Controller) => {
      to.begin(me.uid);
      (to[name] as (...values: unknown[]) => void)(...values);
    };
    if (controller) run(controller);
    else load().then(run, failed);
  };
}

function showLoadError(error: unknown): void {
  console.error("The player could not be loaded.", error);
  toast("The player could not be loaded. Check your connection and try again.", { kind: "error", id: "player" });
}

/** All commands of the player. They never throw and return no promise. */
export const player: PlayerCommands = {
  prefetch: command("prefetch", () => undefined),
  unlock: command("unlock", () => undefined),
  playList: command("playList"),
  playTrack: command("playTrack"),
  playAt: command("playAt"),
  toggle: command("toggle"),
  pause: command("pause"),
  resume: command("resume"),
  next: command("next"),
  previous: command("previous"),
  seek: command("seek"),
  jumpBack: command("jumpBack"),
  jumpForward: command("jumpForward"),
  setChapters: command("setChapters"),
  setSilences: command("setSilences"),
  nextChapter: command("nextChapter"),
  previousChapter: command("previousChapter"),
  shuffle: command("shuffle"),
  setRepeat: command("setRepeat"),
  setRate: command("setRate"),
  playNext: command("playNext"),
  playNextThenStop: command("playNextThenStop"),
  append: command("append"),
  insert: command("insert"),
  appendPages: command("appendPages"),
  remove: command("remove"),
  move: command("move"),
  clear: command("clear"),
  undoQueueChange: command("undoQueueChange"),
  reset: command("reset"),
  setVolume: command("setVolume"),
  setMuted: command("setMuted"),
  setLoudnessEven: command("setLoudnessEven"),
  setPassesSilences: command("setPassesSilences"),
  setSleepTimer: command("setSleepTimer"),
};

/**
 * Loads the player when a user is signed in and the page has loaded. It restores the queue of the last visit. Call it
 * once, in the layout of the app.
 */
export function usePlayerLifecycle(): void {
  const uid = useSession().me?.uid;
  const isSettled = usePageIdle();
  useEffect(() => {
    if (uid === undefined || !isSettled) return;
    const begin = (to: Controller) => session.state().me?.uid === uid && to.begin(uid);
    load().then(begin, () => undefined);
  }, [uid, isSettled]);
}

/**
 * Returns a part of the state and rerenders only when it changes. `select` must return a stable value: a primitive or
 * an object from the state.
 */
export function usePlayerSelector<Part>(select: (state: PlayerState) => Part): Part {
  return useSyncExternalStore(playerState.watch, () => select(playerState.get()));
}

/** Returns the playback position. Rerenders several times a second during playback. */
export function usePosition(): PlayerPosition {
  return useSyncExternalStore(playerPosition.watch, playerPosition.get);
}

/** Returns the user's resume position in an audio note, from any device, or `undefined` if the user never played it. */
export function useResumePosition(audioId: string): ResumePosition | undefined {
  return useSyncExternalStore(resumePositions.watch, () => resumePositions.get().get(audioId));
}
