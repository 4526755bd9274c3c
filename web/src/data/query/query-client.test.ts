import { onlineManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { whenQueriesIdle } from "@/lib/loading/page-idle";
import { queryClient } from "./query-client";

const now = vi.hoisted(() => ({ state: {}, watchers: [] as (() => void)[], endings: [] as (() => void)[] }));
vi.mock("@/session/session", () => ({
  session: {
    state: () => now.state,
    watch: (watcher: () => void) => now.watchers.push(watcher),
    onEnd: (ending: () => void) => now.endings.push(ending),
  },
}));

vi.mock("@/offline/cache/query-persister", () => ({ installPersister: () => undefined }));

/** Changes the session. */
function become(state: object): void {
  now.state = state;
  for (const watcher of now.watchers) watcher();
}

/** Returns the number of attempts for a query that fails. */
async function timesAsked(error: Error = unreachableProblem()): Promise<number> {
  vi.useFakeTimers();
  try {
    const ask = vi.fn(() => Promise.reject(error));
    const asked = queryClient.fetchQuery({
      queryKey: ["any"],
      queryFn: ask,
      retry: queryClient.getDefaultOptions().queries?.retry ?? 0,
    });
    asked.catch(() => undefined);
    await vi.runAllTimersAsync();
    await expect(asked).rejects.toThrow();
    queryClient.clear();
    return ask.mock.calls.length;
  } finally {
    vi.useRealTimers();
  }
}

test("S4.offline.5 a server known to be unreachable is not retried before the query fails", async () => {
  now.state = { status: "signed-in", me: { uid: "u1" } };
  expect(await timesAsked()).toBe(3);
  now.state = { status: "signed-in", me: { uid: "u1" }, isOfflineSession: true };
  expect(await timesAsked()).toBe(1);
});

test("S4.offline.2 a mutation that bypasses the outbox fails offline instead of pausing", async () => {
  onlineManager.setOnline(false);
  const change = queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => Promise.reject(unreachableProblem()) });
  const ended = vi.fn();
  void change.execute(undefined).catch(ended);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  onlineManager.setOnline(true);
});

test("only temporary failures are retried", async () => {
  now.state = { status: "signed-in", me: { uid: "u1" } };
  const failed = (code: ApiProblem["code"], status: number) => new ApiProblem({ code, status, detail: "No." });
  expect(await timesAsked(failed("unavailable", 503))).toBe(3);
  expect(await timesAsked(new TypeError("broken"))).toBe(3);
  expect(await timesAsked(failed("not_found", 404))).toBe(1);
  expect(await timesAsked(failed("internal", 500))).toBe(1);
});

test("S4.offline.5 all data are fetched again when the server confirms a session that was restored without it", () => {
  const isStale = () => queryClient.getQueryState(["any"])?.isInvalidated;
  const know = () => queryClient.setQueryData(["any"], 1);
  const me = { uid: "u1" };
  become({ status: "signed-in", me });
  know();
  become({ status: "signed-in", me: { ...me, name: "Amara" } });
  become({ status: "signed-in", me, isOfflineSession: true });
  expect(isStale()).toBe(false);
  become({ status: "signed-in", me });
  expect(isStale()).toBe(true);
  know();
  become({ status: "signed-in", me, isOfflineSession: true });
  become({ status: "signed-out", me: undefined });
  expect(isStale()).toBe(false);
});

test("H30 no data stay in memory when the session ends", () => {
  queryClient.setQueryData(["any"], 1);
  for (const ending of now.endings) ending();
  expect(queryClient.getQueryData(["any"])).toBeUndefined();
});

test("the page is idle once no query is being fetched", async () => {
  await whenQueriesIdle();
  let answer: (value: number) => void = () => undefined;
  const fetched = queryClient.fetchQuery({
    queryKey: ["slow"],
    queryFn: () => new Promise<number>((r) => (answer = r)),
  });
  const idle = vi.fn();
  const waited = whenQueriesIdle().then(idle);
  await Promise.resolve();
  expect(idle).not.toHaveBeenCalled();
  answer(1);
  await fetched;
  await waited;
  expect(idle).toHaveBeenCalledTimes(1);
});
