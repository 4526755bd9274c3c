import { Pause, Play } from "lucide-react";
import type { KeptTrack } from "@/offline/files/things";
import { type ListSource, player, usePlayerPart } from "@/player/player";
import { Button } from "@/ui/controls/button";

interface PlayKeptProps {
  /** What is played, for screen readers. */
  title: string;
  tracks: readonly KeptTrack[];
  /** Plays this one and those after it, and stands for it alone; by default the button stands for all of them. */
  index?: number | undefined;
  source: ListSource;
}

/** Plays recordings that are on this device; while one of them plays it pauses. */
export function PlayKept({ title, tracks, index, source }: PlayKeptProps) {
  const own = index === undefined ? tracks : tracks.slice(index, index + 1);
  const state = usePlayerPart(({ currentAudio, isPlaying, isLoading }) => {
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
