import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import { tellAsking } from "@/lib/loading/answered";
import { keepAnswers } from "@/offline/cache/answers";
import { session } from "@/session/session";

const MAX_RETRIES = 2;

/** Only what may be different a moment later is asked again. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  // All is asked anew once the server has answered; until then nobody has to look at outlines.
  if (error instanceof ApiProblem && error.code === "unreachable") return !isUnconfirmed();
  return !(error instanceof ApiProblem) || error.code === "unavailable";
}

function isUnconfirmed(): boolean {
  const state = session.state();
  return state.status === "signed-in" && state.isUnconfirmed === true;
}

/** The one cache of server data. It is emptied when a session ends: the next person may sit here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, staleTime: 30_000 },
    // What does not go through the outbox fails where there is no network, and says so: waiting in a page, it would be lost
    // with it.
    mutations: { networkMode: "always" },
  },
});

session.onEnd(() => queryClient.clear());

tellAsking({
  is: () => queryClient.isFetching() > 0,
  watch: (listener) => queryClient.getQueryCache().subscribe(listener),
});

keepAnswers(queryClient);

let wasUnconfirmed = false;
session.watch(() => {
  const is = isUnconfirmed();
  // The server is there again: what was shown from this device is asked for anew.
  if (wasUnconfirmed && !is && session.state().status === "signed-in") void queryClient.invalidateQueries();
  wasUnconfirmed = is;
});
