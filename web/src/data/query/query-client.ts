import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import { setQueryActivity } from "@/lib/loading/page-idle";
import { installPersister } from "@/offline/cache/query-persister";
import { session } from "@/session/session";

const MAX_RETRIES = 2;

/** Returns true if a failed query is retried: only temporary failures are. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  // Everything is refetched once the server responds. Retries before that would only prolong the loading state.
  if (error instanceof ApiProblem && error.code === "unreachable") return !isOfflineSession();
  return !(error instanceof ApiProblem) || error.code === "unavailable";
}

function isOfflineSession(): boolean {
  const state = session.state();
  return state.status === "signed-in" && state.isOfflineSession === true;
}

/** The only cache of server data. It is cleared when a session ends, because another user may sign in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 30_000 },
    // Mutations that do not use the outbox fail offline with a message. A paused mutation would be lost with the page.
    mutations: { networkMode: "always" },
  },
});

session.onEnd(() => queryClient.clear());

setQueryActivity({
  is: () => queryClient.isFetching() > 0,
  watch: (listener) => queryClient.getQueryCache().subscribe(listener),
});

installPersister(queryClient);

let wasUnconfirmed = false;
session.watch(() => {
  const is = isOfflineSession();
  // The server is reachable again, so cached data is refetched.
  if (wasUnconfirmed && !is && session.state().status === "signed-in") void queryClient.invalidateQueries();
  wasUnconfirmed = is;
});
