import { cn } from "@/lib/text/cn";

/** Placeholder for loading content. Set its size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cn("skeleton", className)} aria-hidden="true" />;
}

/** Placeholder for lines of text. The last line is shorter. */
export function SkeletonText({ lines = 2, className }: { lines?: number; className?: string }) {
  return (
    <span className={cn("grid gap-2", className)} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
        <Skeleton key={line} className={cn("h-3.5", line === lines - 1 ? "w-3/5" : "w-full")} />
      ))}
    </span>
  );
}
