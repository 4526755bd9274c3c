import { problemDetail } from "@/api/problem";
import { LoadError } from "@/ui/feedback/load-error";

interface QueryErrorProps {
  query: { error: Error | null; fetchStatus: string; refetch: () => unknown };
  /** Name of the content in a sentence: 'this chapter'. */
  contentName: string;
  /** Text that is shown offline. */
  offlineHint?: string;
}

/** Message in place of a page whose query failed or waits for a connection. */
export function QueryError({
  query,
  contentName,
  offlineHint = "It will appear when Note Ninja can be reached.",
}: QueryErrorProps) {
  const { error, fetchStatus, refetch } = query;
  return (
    <LoadError variant="page" error={error} body={error ? problemDetail(error) : offlineHint} onRetry={refetch}>
      {fetchStatus === "paused" ? "You're offline" : `Could not load ${contentName}`}
    </LoadError>
  );
}
