import { QueryClient } from "@tanstack/react-query";
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
