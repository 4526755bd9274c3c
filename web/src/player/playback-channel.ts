import { createChannel } from "@/lib/browser/broadcast";

const players = createChannel<"playing">("note-ninja player");

export function claimPlayback(): void {
  players.send("playing");
}

export function onPlaybackClaimed(pause: () => void): () => void {
  return players.listen(pause);
}
