import "./audio-table.css";
import { cn } from "@/lib/text/cn";
import { Skeleton } from "@/ui/feedback/skeleton";
import type { AudioTableLayout } from "./audio-row";

const ROWS = ["a", "b", "c", "d", "e", "f", "g"];

export function AudioTableSkeleton({ layout }: { layout: AudioTableLayout }) {
  const end = <Skeleton className="h-3.5 w-10 justify-self-end" />;
  return (
    <div className={cn("audio-table", `of-${layout}`)} role="status" aria-label="Loading audio notes...">
      <div className="audio-head" />
      {ROWS.map((row) => (
        <div key={row} className="audio-row" aria-hidden="true">
          <Skeleton className="index-cell h-3.5 w-4 justify-self-center" />
          <div>
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="mt-2 h-3.5 w-4/5" />
          </div>
          <span className="like-cell" />
          {layout === "shelf" && <span />}
          <Skeleton className="wide h-3.5 w-16" />
          <Skeleton className="wide h-3.5 w-20" />
          {end}
          {layout === "playlist" && <span />}
        </div>
      ))}
    </div>
  );
}
