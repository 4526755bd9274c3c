import "@/styles/playing-bars.css";
import { cn } from "@/lib/text/cn";

/** Three bars that move while something plays and stand still while it is paused. The words beside it say the same. */
export function PlayingBars({ isPlaying, className }: { isPlaying: boolean; className?: string }) {
  return (
    <span className={cn("playing-bars", isPlaying && "is-moving", className)} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
