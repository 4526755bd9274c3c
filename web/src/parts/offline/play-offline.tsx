import { Pause, Play } from "lucide-react";
import type { OfflineTrack } from "@/offline/files/items";
import { player, type QueueContext, usePlayerSelector } from "@/player/player";
import { Button } from "@/ui/controls/button";

interface PlayOfflineProps {
  title: string;
  tracks: readonly OfflineTrack[];
  /**
   * Index of the track that the button plays and pauses; playback continues with the following tracks. By default the
   * button represents all tracks.
   */
  index?: number | undefined;
  source: QueueContext;
}

/** Button that plays offline recordings, and pauses while one of them is playing. */
export function PlayOfflineButton({ title, tracks, index, source }: PlayOfflineProps) {
  const own = index === undefined ? tracks : tracks.slice(index, index + 1);
  const state = usePlayerSelector(({ source: from, currentAudio, isPlaying, isLoading }) => {
    // The current recording may be in this list but play as part of another list.
    if (index === undefined && (from?.kind !== source.kind || from.id !== source.id)) return "other";
    if (!own.some(({ id }) => id === currentAudio?.id)) return "other";
    return isPlaying || isLoading ? "playing" : "paused";
  });
  const word = state === "playing" ? "Pause" : "Play";
  return (
    <Button
      size="sm"
      icon={state === "playing" ? <Pause className="fill-current" /> : <Play className="fill-current" />}
      aria-label={`${word} ${title}`}
      onClick={() => (state === "other" ? player.playList(tracks, index ?? 0, source) : player.toggle())}
    >
      {word}
    </Button>
  );
}
