import { CloudOff, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { problemDetail } from "@/api/problem";
import { useOnline } from "@/lib/browser/online";
import { Button } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";

interface PagedList {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  data: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface PaginatedListProps {
  list: PagedList;
  /** Name of the content in a sentence: 'the content'. */
  what: string;
  isEmpty: boolean;
  empty: ReactNode;
  /** Placeholder while the list loads. By default, it consists of rows. */
  skeleton?: ReactNode;
  children: ReactNode;
}

/** Renders a paged list or its loading, error, offline or empty state, with a button to load more. */
export function PaginatedList({
  list,
  what,
  isEmpty,
  empty,
  skeleton = <RowsSkeleton />,
  children,
}: PaginatedListProps) {
  const isOnline = useOnline();
  if (list.data === undefined) {
    if (list.isPending && isOnline) {
      return (
        <div role="status" aria-label={`Loading ${what}...`}>
          {skeleton}
        </div>
      );
    }
    return (
      <LoadError
        variant="page"
        error={list.error}
        icon={isOnline ? <CloudOff /> : <WifiOff />}
        body={isOnline && list.error ? problemDetail(list.error) : "The list will appear when you're back online."}
        onRetry={isOnline ? list.refetch : undefined}
      >
        {isOnline ? `Could not load ${what}` : "You're offline"}
      </LoadError>
    );
  }
  const retry = () => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch());
  return (
    <>
      {list.isError && isOnline && (
        <LoadError variant="banner" error={list.error} className="mb-4" onRetry={retry}>
          {list.isFetchNextPageError ? "Could not load more." : `Could not refresh ${what}.`}
        </LoadError>
      )}
      {isEmpty ? empty : children}
      {list.hasNextPage && (
        <div className="console-more">
          <Button busy={list.isFetchingNextPage} busyLabel="Loading..." onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function RowsSkeleton() {
  return (
    <div className="card console-skeleton">
      {["a", "b", "c", "d", "e", "f"].map((row) => (
        <div key={row}>
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
