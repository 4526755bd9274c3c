import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Applies a confirmed change to the query cache. The response to a running request may have been read before the
 * change, so the request is cancelled and sent again.
 */
export function patchQueryData<Data>(
  queries: QueryClient,
  queryKey: DataTag<QueryKey, Data, unknown>,
  change: (before: Data | undefined) => Data | undefined,
): void {
  const isFetching = queries.isFetching({ queryKey, exact: true }) > 0;
  if (isFetching) void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData<Data>(queryKey, change);
  if (isFetching) void queries.invalidateQueries({ queryKey, exact: true });
}
