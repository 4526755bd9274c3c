import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * The answer of the server, or, when it cannot be reached, the one that this page has already: for what goes on by itself
 * from there.
 */
export async function latest<T, E, D, K extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<T, E, D, K>,
): Promise<D> {
  try {
    // Otherwise a question waits for the network where the browser says that there is none.
    return await queries.fetchQuery({ ...query, networkMode: "always" });
  } catch (error) {
    const known = queries.getQueryData<D>(query.queryKey);
    if (known === undefined) throw error;
    return known;
  }
}
