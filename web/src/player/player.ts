import { useEffect, useSyncExternalStore } from "react";
import { useSettled } from "@/lib/loading/use-settled";
import { session, useSession } from "@/session/session";
import { toast } from "@/ui/feedback/toast";
import type { Controller } from "./controller";
import { heardPositions, playerPosition, playerState } from "./store";
import type { HeardPosition, PlayerCommands, PlayerPosition, PlayerState } from "./types";

/**
 * The public interface of the player. This is the light part, which any page may import; everything that plays is
 * fetched when a signed-in page has nothing else to do, or at the first command.
 */

export type {
  HeardPosition,
  ListSource,
  Phase,
  PlayableTrack,
  PlayerCommands,
  PlayerPosition,
  PlayerState,
  Repeat,
  SleepTimer,
} from "./types";

/** What plays, once it was fetched. */
let controller: Controller | undefined;
let loading: Promise<Controller> | undefined;

/** Fetches what plays. A failed fetch is forgotten, so the next call tries again. */
function load(): Promise<Controller> {
  loading ??= import("./start")
    .then(async ({ startController }) => {
      controller = await startController();
      return controller;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** A command is carried out at once, within the press that asked for it, as soon as the player was fetched. */
function command<Name extends keyof PlayerCommands>(name: Name, failed = sayFailed) {
  return (...values: Parameters<PlayerCommands[Name]>): void => {
    const { me } = session.state();
    // Nobody hears anything before signing in; the pages say so where they offer it.
    if (!me) return;
    const run = (to: Controller) => {
      to.begin(me.uid);
      (to[name] as (...values: unknown[]) => void)(...values);
    };
    if (controller) run(controller);
    else load().then(run, failed);
  };
}

function sayFailed(error: unknown): void {
  console.error("The player could not be loaded.", error);
  toast("The player could not be loaded. Check your connection and try again.", { kind: "error", id: "player" });
}

/** Everything that the player can be asked for. Nothing here throws or has to be awaited. */
export const player: PlayerCommands = {
  prepare: command("prepare", () => undefined),
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
  shuffle: command("shuffle"),
  setRepeat: command("setRepeat"),
  setRate: command("setRate"),
  playNext: command("playNext"),
  append: command("append"),
  insert: command("insert"),
  extend: command("extend"),
  remove: command("remove"),
  move: command("move"),
  clear: command("clear"),
  reset: command("reset"),
  setVolume: command("setVolume"),
  setMuted: command("setMuted"),
  sleepAfter: command("sleepAfter"),
};

/**
 * Fetches the player when somebody is signed in and the page has what it shows. For the frame around the pages: once is
 * enough. It also brings back what was played before the page was loaded.
 */
export function useReadyPlayer(): void {
  const uid = useSession().me?.uid;
  const isSettled = useSettled();
  useEffect(() => {
    if (uid === undefined || !isSettled) return;
    const begin = (to: Controller) => session.state().me?.uid === uid && to.begin(uid);
    load().then(begin, () => undefined);
  }, [uid, isSettled]);
}

/**
 * One part of what is shown, so that a row of a long list draws again only when its own part changes. `select` must
 * give the same value for the same state: a primitive, or something that is in the state.
 */
export function usePlayerPart<Part>(select: (state: PlayerState) => Part): Part {
  return useSyncExternalStore(playerState.watch, () => select(playerState.get()));
}

/** Where the current track is; draws again a few times a second while it plays. */
export function usePosition(): PlayerPosition {
  return useSyncExternalStore(playerPosition.watch, playerPosition.get);
}

/** Where the person stopped in an audio note, on any device; nothing when it was never heard, or not known yet. */
export function useHeard(audioId: string): HeardPosition | undefined {
  return useSyncExternalStore(heardPositions.watch, () => heardPositions.get().get(audioId));
}
