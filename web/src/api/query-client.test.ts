import { expect, test, vi } from "vitest";
import { unreachable } from "./problem";
import { queryClient } from "./query-client";

const now = vi.hoisted(() => ({ state: {} }));
vi.mock("./session", () => ({
  session: { state: () => now.state, watch: () => () => undefined, onEnd: () => () => undefined },
}));

/** How often a question without an answer is asked. */
async function timesAsked(): Promise<number> {
  vi.useFakeTimers();
  try {
    const ask = vi.fn(() => Promise.reject(unreachable()));
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

test("S4.offline.5 a server that is known not to answer is not asked again and again before that is said", async () => {
  now.state = { status: "signed-in", me: { uid: "u1" } };
  expect(await timesAsked()).toBe(3);
  now.state = { status: "signed-in", me: { uid: "u1" }, isUnconfirmed: true };
  expect(await timesAsked()).toBe(1);
});
