import { channel } from "@/lib/browser/broadcast";

const players = channel<"playing">("note-ninja player");

export function pauseOtherTabs(): void {
  players.send("playing");
}

/** Calls `pause` when another tab starts to play. Returns the unsubscribe function. */
export function whenAnotherTabPlays(pause: () => void): () => void {
  return players.listen(pause);
}
