import "@/styles/playing-bars.css";
import { cn } from "@/lib/text/cn";

/** Animated bars that stop during a pause. Decorative: the text beside it says the same. */
export function PlayingBars({ isPlaying, className }: { isPlaying: boolean; className?: string }) {
  return (
    <span className={cn("playing-bars", isPlaying && "is-moving", className)} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
