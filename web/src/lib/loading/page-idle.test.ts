import { afterEach, beforeEach, expect, test, vi } from "vitest";

const activity = { isBusy: false, listeners: new Set<() => void>() };
const end = () => {
  activity.isBusy = false;
  for (const listener of activity.listeners) listener();
};
const tell = () => {
  for (const listener of activity.listeners) listener();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  activity.isBusy = false;
  activity.listeners.clear();
});
afterEach(() => vi.useRealTimers());

async function load() {
  const { setQueryActivity, ...rest } = await import("./page-idle");
  setQueryActivity({
    is: () => activity.isBusy,
    watch: (listener) => {
      activity.listeners.add(listener);
      return () => activity.listeners.delete(listener);
    },
  });
  return rest;
}

/** Returns a function that tells whether a promise has resolved. */
function follow(promise: Promise<void>) {
  let isDone = false;
  void promise.then(() => {
    isDone = true;
  });
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isDone;
  };
}

test("queries are idle at once if none is pending or known", async () => {
  const { whenQueriesIdle } = await import("./page-idle");
  expect(await follow(whenQueriesIdle())()).toBe(true);
  const known = await load();
  expect(await follow(known.whenQueriesIdle())()).toBe(true);
});

test("queries are idle once the last response has arrived, and nothing is watched any more", async () => {
  const { whenQueriesIdle } = await load();
  activity.isBusy = true;
  const isDone = follow(whenQueriesIdle());
  tell();
  expect(await isDone(9999)).toBe(false);
  end();
  expect(await isDone()).toBe(true);
  expect([activity.listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
});

test("queries that get no response are waited for at most 10 s", async () => {
  const { whenQueriesIdle } = await load();
  activity.isBusy = true;
  const isDone = follow(whenQueriesIdle());
  expect(await isDone(9999)).toBe(false);
  expect(await isDone(1)).toBe(true);
  expect(activity.listeners.size).toBe(0);
});

test("a page is idle 100 ms after it loaded, when the browser says so", async () => {
  const idle = vi.fn((callback: () => void) => callback());
  vi.stubGlobal("requestIdleCallback", idle);
  const { whenPageIdle } = await load();
  const isDone = follow(whenPageIdle());
  expect(await isDone(99)).toBe(false);
  expect(idle).not.toHaveBeenCalled();
  expect(await isDone(1)).toBe(true);
  expect(idle).toHaveBeenCalledWith(expect.any(Function), { timeout: 5000 });
});

test("a page in a browser without idle callbacks is idle after 100 ms", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  const { whenPageIdle } = await load();
  expect(await follow(whenPageIdle())(100)).toBe(true);
});

test("a page that waits for responses is idle 100 ms after the last one", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  const { whenPageIdle } = await load();
  activity.isBusy = true;
  const isDone = follow(whenPageIdle());
  expect(await isDone(3000)).toBe(false);
  end();
  expect(await isDone(99)).toBe(false);
  expect(await isDone(1)).toBe(true);
});

test("a page that never gets its responses is waited for a limited time", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  const { whenPageIdle } = await load();
  activity.isBusy = true;
  const isDone = follow(whenPageIdle());
  expect(await isDone(10_000)).toBe(false);
  expect(await isDone(1000)).toBe(true);
});
