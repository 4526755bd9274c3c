import {
  Pause,
  Play,
  RefreshCw,
  Repeat,
  Repeat1,
  RotateCcw,
  RotateCw,
  Shuffle,
  SkipBack,
  SkipForward,
} from "lucide-react";
import { JUMP_BACK_SECS, JUMP_FORWARD_SECS } from "@/core/limits";
import { cn } from "@/lib/text/cn";
import { player, type RepeatMode, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";

/** Button that plays, pauses or retries. Shows a ring while the track is loading. */
export function PlayButton({ className }: { className?: string }) {
  const isPlaying = usePlayerSelector((state) => state.isPlaying);
  const isLoading = usePlayerSelector((state) => state.isLoading);
  const isFailed = usePlayerSelector((state) => state.phase === "failed");
  // Loading can be cancelled, so the label changes to "Pause" immediately.
  const stops = isPlaying || isLoading;
  const label = stops ? "Pause" : isFailed ? "Try again" : "Play";
  return (
    <button
      type="button"
      className={cn("playb player-play", isLoading && "is-loading", className)}
      aria-label={label}
      title={label}
      aria-busy={isLoading}
      onClick={() => player.toggle()}
    >
      {stops ? <Pause aria-hidden="true" /> : isFailed ? <RefreshCw aria-hidden="true" /> : <Play aria-hidden="true" />}
    </button>
  );
}

export function ShuffleButton() {
  return <IconButton label="Shuffle" icon={<Shuffle />} onClick={() => player.shuffle()} />;
}

export function PreviousButton({ className }: { className?: string }) {
  return (
    <IconButton label="Previous" icon={<SkipBack />} className={cn(className)} onClick={() => player.previous()} />
  );
}

export function NextButton({ className }: { className?: string }) {
  return <IconButton label="Next" icon={<SkipForward />} className={cn(className)} onClick={() => player.next()} />;
}

const afterRepeat: Record<RepeatMode, RepeatMode> = { all: "one", one: "off", off: "all" };

export function repeatText(repeat: RepeatMode): string {
  return `Repeat: ${repeat}`;
}

export function RepeatButton() {
  const repeat = usePlayerSelector((state) => state.repeat);
  return (
    <IconButton
      label={repeatText(repeat)}
      icon={repeat === "one" ? <Repeat1 /> : <Repeat />}
      className={cn(repeat !== "off" && "is-on")}
      onClick={() => player.setRepeat(afterRepeat[repeat])}
    />
  );
}

export function JumpBackButton() {
  return (
    <IconButton
      label={`Back ${JUMP_BACK_SECS} seconds`}
      className="jump"
      icon={
        <>
          <RotateCcw />
          <span aria-hidden="true">{JUMP_BACK_SECS}</span>
        </>
      }
      onClick={() => player.jumpBack()}
    />
  );
}

export function JumpForwardButton() {
  return (
    <IconButton
      label={`Forward ${JUMP_FORWARD_SECS} seconds`}
      className="jump"
      icon={
        <>
          <RotateCw />
          <span aria-hidden="true">{JUMP_FORWARD_SECS}</span>
        </>
      }
      onClick={() => player.jumpForward()}
    />
  );
}
