import { QueryClient } from "@tanstack/react-query";
import { keepAnswers } from "./kept/answers";
import { ApiProblem } from "./problem";
import { session } from "./session";

const MAX_RETRIES = 2;

/** Only what may be different a moment later is asked again. */
function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  return !(error instanceof ApiProblem) || error.code === "unavailable" || error.code === "unreachable";
}

/** The one cache of server data. It is emptied when a session ends: the next person may sit here. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: mayRetry, staleTime: 30_000 } },
});

session.onEnd(() => queryClient.clear());

keepAnswers(queryClient);

let wasUnconfirmed = false;
session.watch(() => {
  const state = session.state();
  const isUnconfirmed = state.status === "signed-in" && state.isUnconfirmed === true;
  // The server is there again: what was shown from this device is asked for anew.
  if (wasUnconfirmed && !isUnconfirmed && state.status === "signed-in") void queryClient.invalidateQueries();
  wasUnconfirmed = isUnconfirmed;
});
