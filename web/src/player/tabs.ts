import { channel } from "@/lib/browser/broadcast";

const players = channel<"playing">("note-ninja player");

/** Pauses the players of the other tabs. */
export function pauseOtherTabs(): void {
  players.send("playing");
}

/** Calls `pause` when another tab begins to play; returns how to stop. */
export function whenAnotherTabPlays(pause: () => void): () => void {
  return players.listen(pause);
}
