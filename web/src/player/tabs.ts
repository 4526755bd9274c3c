import { channel } from "@/lib/browser/broadcast";

const players = channel<"playing">("note-ninja player");

export function pauseOtherTabs(): void {
  players.send("playing");
}

export function whenAnotherTabPlays(pause: () => void): () => void {
  return players.listen(pause);
}
