// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  changeLabel,
  fakeSend,
  fakeSession,
  killTabs,
  like,
  noResponse,
  openTab,
  problem,
  rejectWith,
  resetTestState,
  setSessionState,
  testState,
} from "./sending-testing";
import type { OutboxStore } from "./store";

const requestSync = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => ({ session: fakeSession }));
vi.mock("./kinds/send", () => fakeSend);
vi.mock("./background-sync-tag", () => ({ requestBackgroundSync: requestSync }));

let visibility: DocumentVisibilityState;
beforeEach(() => {
  resetTestState();
  requestSync.mockReset();
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  killTabs();
  vi.useRealTimers();
});

const turns = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
};
async function wait(ms: number): Promise<number> {
  await vi.advanceTimersByTimeAsync(ms);
  await turns();
  return testState.sent.length;
}
/** Opens a tab in which a change was deferred by this failure. */
async function openDeferred(fail: () => Error) {
  const tab = await openTab();
  testState.answerTo = () => rejectWith(fail())();
  expect(await tab.enqueueChange(like("a"))).toMatchObject({ status: "queued" });
  // The sender schedules the retry after the caller has its outcome.
  await turns();
  testState.sent = [];
  return tab;
}

test("S4.out.1 while the server is away, a visible page tries again after 1 s and then every 2 s", async () => {
  await openDeferred(noResponse);
  expect(await wait(999)).toBe(0);
  expect(await wait(1)).toBe(1);
  expect(await wait(1999)).toBe(1);
  expect(await wait(1)).toBe(2);
  expect(await wait(2000)).toBe(3);
  expect(await wait(2000)).toBe(4);
});

test("S4.out.1 a hidden page tries again after 1, 2, 4, 8, 15, 30 and then every 60 s", async () => {
  visibility = "hidden";
  await openDeferred(noResponse);
  let count = 0;
  for (const seconds of [1, 2, 4, 8, 15, 30, 60, 60]) {
    expect(await wait(seconds * 1000 - 1)).toBe(count);
    count += 1;
    expect(await wait(1)).toBe(count);
  }
});

test("S4.out.1 a server that responds with errors is not retried every 2 s, even on a visible page", async () => {
  const tab = await openDeferred(noResponse);
  testState.answerTo = () => rejectWith(problem(503, "unavailable"))();
  expect(await wait(1000)).toBe(1);
  expect(await wait(2000)).toBe(2);
  expect(await wait(3999)).toBe(2);
  expect(await wait(1)).toBe(3);
  testState.answerTo = () => ({ liked: true, count: 1 });
  expect(await wait(8000)).toBe(4);
  expect(await tab.outbox.reload()).toEqual([]);
});

test("S4.out.1 after a success the delays start from 1 s, and the first failure requests a background sync", async () => {
  const tab = await openDeferred(noResponse);
  expect(requestSync).toHaveBeenCalledTimes(1);
  expect(await wait(1000)).toBe(1);
  expect(requestSync).toHaveBeenCalledTimes(1);
  testState.answerTo = () => ({ liked: true, count: 1 });
  await wait(2000);
  expect(await tab.outbox.reload()).toEqual([]);
  testState.answerTo = () => rejectWith(noResponse())();
  await tab.enqueueChange(like("b"));
  await turns();
  expect(requestSync).toHaveBeenCalledTimes(2);
  testState.sent = [];
  expect(await wait(999)).toBe(0);
  expect(await wait(1)).toBe(1);
});

test("S4.out.1 a page that is hidden requests a background sync only if it has pending changes", async () => {
  const tab = await openTab();
  const hide = () => {
    visibility = "hidden";
    document.dispatchEvent(new Event("visibilitychange"));
  };
  hide();
  expect(requestSync).not.toHaveBeenCalled();
  testState.answerTo = rejectWith(noResponse());
  visibility = "visible";
  await tab.enqueueChange(like("a"));
  await turns();
  requestSync.mockReset();
  hide();
  expect(requestSync).toHaveBeenCalledTimes(1);
});

test("S4.out.1 a closed page sends nothing more", async () => {
  await openDeferred(noResponse);
  killTabs();
  window.dispatchEvent(new Event("focus"));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await wait(10_000)).toBe(0);
});

test("S4.out.1 nothing is sent while no student is signed in", async () => {
  setSessionState({ status: "signed-out", reason: "none" });
  await openTab();
  window.dispatchEvent(new Event("focus"));
  expect(await wait(10_000)).toBe(0);
  expect(requestSync).not.toHaveBeenCalled();
});

test("S4.out.1 a change made while others are deferred is deferred too, although another request is under way", async () => {
  const tab = await openTab();
  testState.answerTo = (change) =>
    changeLabel(change) === "like slow" ? new Promise(() => undefined) : rejectWith(noResponse())();
  void tab.enqueueChange(like("slow"));
  await tab.enqueueChange(like("away"));
  await turns();
  const store = tab.senderPort.owner()?.store as OutboxStore;
  const updateAll = store.updateAll.bind(store);
  let late: unknown;
  vi.spyOn(store, "updateAll").mockImplementationOnce(async (change) => {
    await updateAll(change);
    void tab.enqueueChange(like("late")).then(({ status }) => (late = status));
    await turns();
  });
  expect(await tab.enqueueChange(like("third"))).toMatchObject({ status: "queued" });
  await vi.waitFor(() => expect(late).toBe("queued"));
});

test("S4.out.1 at most four queues are sent in parallel", async () => {
  const tab = await openTab();
  const open: (() => void)[] = [];
  testState.answerTo = () => new Promise((resolve) => open.push(() => resolve({ liked: true, count: 1 })));
  for (const id of ["a", "b", "c", "d", "e", "f"]) void tab.enqueueChange(like(id));
  await turns();
  expect(testState.sent).toHaveLength(4);
  open.shift()?.();
  await turns();
  expect(testState.sent).toHaveLength(5);
  for (let left = 0; left < 5; left += 1) {
    open.shift()?.();
    await turns();
  }
  expect(await tab.outbox.reload()).toEqual([]);
});
