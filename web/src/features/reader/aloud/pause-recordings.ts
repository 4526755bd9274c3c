import { claimPlayback, onPlaybackClaimed } from "@/player/playback-channel";
import { player } from "@/player/player";
import { playerState } from "@/player/store";

/** Pauses recordings, also those of other tabs. */
export function pauseRecordings(): void {
  if (playerState.get().isPlaying) player.pause();
  claimPlayback();
}

/** Calls `pause` when a recording starts, in this tab or another one. Returns the unsubscribe function. */
export function onRecordingStart(pause: () => void): () => void {
  let wasPlaying = playerState.get().isPlaying;
  const stopWatching = playerState.watch(() => {
    const { isPlaying } = playerState.get();
    if (isPlaying && !wasPlaying) pause();
    wasPlaying = isPlaying;
  });
  const stopListening = onPlaybackClaimed(pause);
  return () => {
    stopWatching();
    stopListening();
  };
}
