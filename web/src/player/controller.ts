import type { PlayerCommands } from "./types";

/** Starts what plays. */
export async function startController(): Promise<PlayerCommands> {
  const nothing = () => undefined;
  return {
    playList: nothing,
    playTrack: nothing,
    playAt: nothing,
    toggle: nothing,
    pause: nothing,
    resume: nothing,
    next: nothing,
    previous: nothing,
    seek: nothing,
    jumpBack: nothing,
    jumpForward: nothing,
    shuffle: nothing,
    setRepeat: nothing,
    setRate: nothing,
    playNext: nothing,
    append: nothing,
    extend: nothing,
    remove: nothing,
    move: nothing,
    clear: nothing,
    reset: nothing,
    setVolume: nothing,
    setMuted: nothing,
    sleepAfter: nothing,
  };
}
