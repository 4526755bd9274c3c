import { Pause, Play } from "lucide-react";
import type { ShelfId } from "@/api/models";
import { player, usePlayerSelector } from "@/player/player";
import { Button } from "@/ui/controls/button";

interface PlayShelfProps {
  id: ShelfId;
  disabled: boolean;
  onPlay: () => void;
}

/** Button that plays a whole shelf. Pauses and resumes while the shelf plays. */
export function PlayShelf({ id, disabled, onPlay }: PlayShelfProps) {
  const state = usePlayerSelector(({ source, currentAudio, isPlaying, isLoading }) => {
    if (source?.kind !== "shelf" || source.id !== id || !currentAudio) return "other";
    return isPlaying || isLoading ? "playing" : "paused";
  });
  const isPlaying = state === "playing";
  return (
    <Button
      variant="primary"
      size="lg"
      icon={isPlaying ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
      disabled={disabled && state === "other"}
      onClick={() => (state === "other" ? onPlay() : player.toggle())}
    >
      {isPlaying ? "Pause" : "Play"}
    </Button>
  );
}
