// @vitest-environment jsdom
import { IDBDatabase } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change, Entry } from "./kinds/kinds";
import {
  addToPlaylistChange,
  changeLabel,
  createPlaylistChange,
  fakeSend,
  fakeSession,
  killTabs,
  like,
  noResponse,
  openTab,
  playlist,
  positionChange,
  reachable,
  rejectWith,
  renamePlaylistChange,
  resetTestState,
  setSessionState,
  states,
  testState,
  until,
} from "./sending-testing";
import type { OutboxStore } from "./store";

vi.mock("@/session/session", () => ({ session: fakeSession }));
vi.mock("./kinds/send", () => fakeSend);

beforeEach(resetTestState);
afterEach(killTabs);

test("S4.out.1 a change is stored before it is sent, and deleted after the response", async () => {
  const tab = await openTab();
  const { openOutbox } = await import("./store");
  let before: readonly Entry[] = [];
  testState.answerTo = async () => {
    before = (await openOutbox("u1").read()).entries;
    return { liked: true, count: 1 };
  };
  const arrived: Change[] = [];
  tab.outbox.onConfirmed((change) => arrived.push(change));
  const outcome = tab.enqueueChange(like("a"));
  expect(states(tab.outbox.get().entries)).toEqual(["like a waiting"]);
  expect(await outcome).toEqual({ status: "sent", result: { liked: true, count: 1 } });
  expect(states(before)).toEqual(["like a sending"]);
  expect(arrived).toEqual([like("a")]);
  expect(await tab.outbox.reload()).toEqual([]);
});

test("S4.out.1 a change that cannot be stored is undone, reported and not sent", async () => {
  const tab = await openTab();
  const asked: unknown[] = [];
  const { transaction } = IDBDatabase.prototype;
  const disk = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...how) {
    if (how[1] !== "readwrite") return transaction.apply(this, how);
    asked.push(how[2]);
    throw new DOMException("The disk is full.", "QuotaExceededError");
  });
  const outcome = tab.enqueueChange(like("a"));
  await expect(outcome).rejects.toMatchObject({ detail: "The change could not be saved on this device. Try again." });
  // The change must be on disk, not only in the write buffer.
  expect(asked[0]).toEqual({ durability: "strict" });
  disk.mockRestore();
  await until(() => expect(tab.outbox.get().entries).toEqual([]));
  expect(testState.sent).toEqual([]);
});

test("S4.out.1 the next tab sends the changes that a killed tab had stored or was sending", async () => {
  const dying = await openTab();
  testState.answerTo = () => new Promise(() => undefined);
  void dying.enqueueChange(like("a"));
  await until(() => expect(testState.sent).toHaveLength(1));
  void dying.enqueueChange(addToPlaylistChange("p", "x"));
  await until(() => expect(testState.sent).toHaveLength(2));
  killTabs();
  testState.answerTo = () => ({ playlist: playlist("p") });
  const next = await openTab();
  await until(async () => expect(await next.outbox.reload()).toEqual([]));
  expect(testState.sent.map(({ change }) => changeLabel(change))).toEqual([
    "like a",
    "addToPlaylist p",
    "like a",
    "addToPlaylist p",
  ]);
});

test("S4.offline.12 card ratings that a closed page was holding are sent at once by the next page", async () => {
  const held: Change = { kind: "study", device: 1, events: [], batchUntilMs: Date.now() + 120_000 };
  const first = await openTab();
  expect(await first.enqueueChange(held)).toEqual({ status: "queued" });
  await first.enqueueChange(like("n1"));
  expect(testState.sent.map(({ change }) => change.kind)).toEqual(["like"]);
  killTabs();
  await openTab();
  await until(() => expect(testState.sent.map(({ change }) => change.kind)).toEqual(["like", "study"]));
});

test("S4.out.1 without a response changes are kept, and later sent in order", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  expect(await tab.enqueueChange(createPlaylistChange("p"))).toEqual({ status: "queued" });
  expect(await tab.enqueueChange(addToPlaylistChange("p", "x"))).toEqual({ status: "queued" });
  expect(await tab.enqueueChange(addToPlaylistChange("p", "y"))).toEqual({ status: "queued" });
  expect(tab.selectPendingChanges(tab.outbox.get())).toHaveLength(3);
  testState.sent = [];
  testState.answerTo = () => ({ playlist: playlist("p") });
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect(testState.sent.map(({ change }) => change)).toEqual([
    createPlaylistChange("p"),
    addToPlaylistChange("p", "x"),
    addToPlaylistChange("p", "y"),
  ]);
});

test.each([
  ["the window gets the focus", () => window.dispatchEvent(new Event("focus"))],
  ["the tab is shown again", () => document.dispatchEvent(new Event("visibilitychange"))],
])("S4.out.1 pending changes are sent when %s, before the backoff has passed", async (_, comesBack) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const tab = await openTab();
    testState.answerTo = rejectWith(noResponse());
    expect(await tab.enqueueChange(like("a"))).toEqual({ status: "queued" });
    testState.answerTo = () => ({ liked: true, count: 1 });
    testState.sent = [];
    comesBack();
    // The fake clock never advances, so the backoff cannot elapse.
    for (let turn = 0; turn < 200 && testState.sent.length === 0; turn++)
      await new Promise((resolve) => setImmediate(resolve));
    expect(testState.sent.map(({ change }) => change)).toEqual([like("a")]);
  } finally {
    vi.useRealTimers();
  }
});

test("S4.out.1 changes of a new playlist are sent to the existing playlist if the name was already used", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  await tab.enqueueChange(createPlaylistChange("mine"));
  await tab.enqueueChange(addToPlaylistChange("mine", "x"));
  testState.sent = [];
  testState.answerTo = () => ({ playlist: playlist("theirs") });
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect(testState.sent.map(({ change }) => changeLabel(change))).toEqual([
    "createPlaylist mine",
    "addToPlaylist theirs",
  ]);
  expect(tab.outbox.get().aliases.get("mine")).toBe("theirs");
});

test("S4.out.6 a change sends the version that was seen, unless it was queued", async () => {
  const tab = await openTab();
  let version = 3;
  testState.answerTo = () => {
    version += 1;
    return playlist("p", version);
  };
  await Promise.all([
    tab.enqueueChange(renamePlaylistChange("p", "A", 3)),
    tab.enqueueChange({ ...renamePlaylistChange("p", "A"), change: { kind: "removeCover" } } as Change),
    tab.enqueueChange({ ...renamePlaylistChange("p", "A"), change: { kind: "show", visibility: "private" } } as Change),
  ]);
  const versions = () =>
    testState.sent.map(({ change, isQueued }) => [(change as { version?: number }).version, isQueued]);
  expect(versions()).toEqual([
    [3, false],
    [4, false],
    [5, false],
  ]);
  testState.answerTo = rejectWith(noResponse());
  await tab.enqueueChange(renamePlaylistChange("p", "B", 5));
  testState.sent = [];
  testState.answerTo = () => playlist("p", 9);
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect(versions()).toEqual([[5, true]]);
});

test("S4.out.5 keeps pending changes when the session ends and deletes them on logout", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  await tab.enqueueChange(like("a"));
  setSessionState({ status: "signed-out", reason: "ended" });
  expect(tab.outbox.get().entries).toEqual([]);
  setSessionState({ status: "signed-in", me: { uid: "u2" } });
  expect(await tab.outbox.reload()).toEqual([]);
  testState.sent = [];
  reachable();
  const { entriesOfOtherUsers } = await import("./store");
  expect((await entriesOfOtherUsers("u2")).map(({ uid, entries }) => [uid, entries.length])).toEqual([["u1", 1]]);
  expect(testState.sent).toEqual([]);

  setSessionState({ status: "signed-in", me: { uid: "u1" } });
  expect(states(await tab.outbox.reload())).toEqual(["like a waiting"]);
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain("note-ninja outbox u1");
  setSessionState({ status: "signed-out", reason: "logout" });
  await until(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("note-ninja outbox u1"),
  );
});

test("S4.out.5 a change that was just read is not sent after another student has signed in", async () => {
  // Without a database, the list of the first student stays readable after the session has ended.
  vi.stubGlobal("indexedDB", undefined);
  const tab = await openTab();
  const store = tab.senderPort.owner()?.store as OutboxStore;
  await store.add("01", like("a"), false);
  const read = store.read.bind(store);
  vi.spyOn(store, "read").mockImplementationOnce(async () => {
    const state = await read();
    setSessionState({ status: "signed-in", me: { uid: "u2" } });
    return state;
  });
  window.dispatchEvent(new Event("focus"));
  await until(() => expect(tab.senderPort.owner()?.store).not.toBe(store));
  await tab.enqueueChange(like("b"));
  expect(testState.sent.map(({ change }) => changeLabel(change))).toEqual(["like b"]);
  expect(states((await store.read()).entries)).toEqual(["like a waiting"]);
});

test("S4.out.1 queued positions of several recordings are sent in one request, and each gets its own result", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  for (const audioId of ["a", "b", "c"]) await tab.enqueueChange(positionChange(audioId));
  const learnt: unknown[] = [];
  tab.outbox.onConfirmed((change, answer) => learnt.push([change, answer]));
  [testState.sent, testState.together] = [[], []];
  testState.answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect([testState.sent, testState.together]).toEqual([[], [["a", "b", "c"]]]);
  const positionOf = (change: Change) => (change.kind === "position" ? change.position : undefined);
  expect(learnt).toEqual(["a", "b", "c"].map((id) => [positionChange(id), [positionOf(positionChange(id))]]));
});

test("sends at most fifty positions in one request", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  for (let at = 0; at < 60; at += 1) await tab.enqueueChange(positionChange(`n${at}`));
  testState.together = [];
  testState.answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.reload()).toEqual([]));
  expect(testState.together.map(({ length }) => length)).toEqual([50, 10]);
});

test("S4.out.1 aborts a request without a response, so that it cannot take effect after later changes", async () => {
  const tab = await openTab();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    testState.answerTo = () => new Promise(() => undefined);
    void tab.enqueueChange(like("a"));
    while (testState.sent.length === 0) await vi.advanceTimersByTimeAsync(1);
    expect(testState.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(testState.signal.aborted).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  await until(() => expect(states(tab.outbox.get().entries)).toEqual(["like a waiting"]));
});

test("S4.offline.12 sends pending changes at once when the server confirms a session that was restored offline", async () => {
  setSessionState({ status: "signed-in", me: { uid: "u1" }, isOfflineSession: true });
  // The fake clock prevents the scheduled retry.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const tab = await openTab();
    testState.answerTo = rejectWith(noResponse());
    for (const id of ["a", "b", "c"]) await tab.enqueueChange(like(id));
    testState.sent = [];
    testState.answerTo = () => undefined;
    setSessionState({ status: "signed-in", me: { uid: "u1" } });
    for (let turn = 0; turn < 500 && testState.sent.length < 3; turn += 1) await new Promise(setImmediate);
    expect(testState.sent.map(({ change }) => changeLabel(change))).toEqual(["like a", "like b", "like c"]);
  } finally {
    vi.useRealTimers();
  }
});

test("S4.out.2 a change without a response counts as tried, because the server may have it", async () => {
  const tab = await openTab();
  testState.answerTo = rejectWith(noResponse());
  await tab.enqueueChange(createPlaylistChange("p"));
  expect((await tab.outbox.reload()).map(({ attempts }) => attempts)).toEqual([1]);
});

test.each([
  ["the network is back", () => reachable()],
  [
    "the session was restored without the server",
    () => setSessionState({ ...testState.state, isOfflineSession: true }),
  ],
])("S4.offline.12 held card answers are released when %s", async (_, happens) => {
  const tab = await openTab();
  await tab.enqueueChange({ kind: "study", device: 1, events: [], batchUntilMs: Date.now() + 120_000 });
  await tab.enqueueChange(like("before"));
  expect(testState.sent.map(({ change }) => change.kind)).toEqual(["like"]);
  happens();
  await tab.enqueueChange(like("after"));
  await until(() =>
    expect(testState.sent.map(({ change }) => change.kind).toSorted()).toEqual(["like", "like", "study"]),
  );
});

test("card ratings are held to be sent together, and sent after a time limit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  try {
    const tab = await openTab();
    const change = { kind: "study", events: [{}], batchUntilMs: Date.now() + 5000 } as unknown as Change;
    expect(await tab.enqueueChange(change)).toEqual({ status: "queued" });
    const wait = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    };
    await wait(4900);
    expect(testState.sent).toEqual([]);
    await wait(200);
    expect(testState.sent.map((each) => each.change.kind)).toEqual(["study"]);
  } finally {
    vi.useRealTimers();
  }
});
