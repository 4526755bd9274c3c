import { Skeleton, SkeletonText } from "@/ui/feedback/skeleton";

export function NoteCardSkeleton() {
  return (
    <div className="card note" aria-hidden="true">
      <Skeleton className="pdf" />
      <div className="b">
        <Skeleton className="h-5 w-24" />
        <SkeletonText lines={2} className="mt-3" />
        <SkeletonText lines={2} className="mt-3" />
      </div>
      <div className="actions">
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-8 w-36" />
      </div>
    </div>
  );
}
