import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";

/** Fetches the latest data, or returns the cached data if the server cannot be reached. */
export async function fetchOrCached<T, E, D, K extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<T, E, D, K>,
): Promise<D> {
  try {
    // The default mode would wait while the browser reports that it is offline.
    return await queries.fetchQuery({ ...query, networkMode: "always" });
  } catch (error) {
    const known = queries.getQueryData<D>(query.queryKey);
    if (known === undefined) throw error;
    return known;
  }
}
