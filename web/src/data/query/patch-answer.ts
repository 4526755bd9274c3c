import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Makes a change that the server has confirmed part of the answer that this page has. A question that is under way may have
 * been answered before the change: it is broken off, and asked anew.
 */
export function patchAnswer<Data>(
  queries: QueryClient,
  queryKey: DataTag<QueryKey, Data, unknown>,
  change: (before: Data | undefined) => Data | undefined,
): void {
  const isAsked = queries.isFetching({ queryKey, exact: true }) > 0;
  if (isAsked) void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData<Data>(queryKey, change);
  if (isAsked) void queries.invalidateQueries({ queryKey, exact: true });
}
