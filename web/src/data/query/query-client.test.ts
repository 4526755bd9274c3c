import { onlineManager } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { queryClient } from "./query-client";

const now = vi.hoisted(() => ({ state: {} }));
vi.mock("@/session/session", () => ({
  session: { state: () => now.state, watch: () => () => undefined, onEnd: () => () => undefined },
}));

/** Returns the number of attempts for a query without a response. */
async function timesAsked(): Promise<number> {
  vi.useFakeTimers();
  try {
    const ask = vi.fn(() => Promise.reject(unreachableProblem()));
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
