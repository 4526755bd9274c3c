// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { IDBDatabase, IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playlist } from "@/api/models";
import type { ApiProblem } from "@/api/problem";
import type { Sending } from "./kinds/kind";
import type { Change, Entry } from "./kinds/table";

type Session = typeof import("@/session/session").session;
type State = { status: string; me?: { uid: string } | undefined; reason?: string; isUnconfirmed?: boolean };

let state: State;
let sessionWatchers: Set<() => void>;
/** Simulates the server's response to a change; throws to refuse it. */
let answerTo: (change: Change) => unknown;
let sent: { change: Change; isQueued: boolean }[];
let locks: Promise<unknown>;
/** `ApiProblem` of the newest tab. Each tab has its own module instance, and `instanceof` needs the matching class. */
let Problem: typeof ApiProblem;
let stopTab: () => void = () => undefined;

vi.mock("@/session/session", () => ({
  session: {
    state: () => state,
    watch: (watcher: () => void) => {
      sessionWatchers.add(watcher);
      return () => sessionWatchers.delete(watcher);
    },
  } as unknown as Session,
}));
/** Positions of each batch request. */
let together: string[][];
let signal: AbortSignal;

vi.mock("./kinds/send", () => ({
  send: async (change: Change, how: Sending) => {
    sent.push({ change, isQueued: how.isQueued });
    signal = how.signal;
    return answerTo(change);
  },
  sendTogether: async (changes: readonly Change[]) => {
    together.push(changes.map(audioOf));
    for (const change of changes) answerTo(change);
    return changes.map((change) => change.kind === "position" && [change.position]);
  },
}));

/** Opens a tab: fresh modules over the same database. */
async function openTab() {
  vi.resetModules();
  const queue = await import("./queue");
  Problem = (await import("@/api/problem")).ApiProblem;
  const { startSending } = await import("./sender");
  stopTab = startSending();
  await queue.outbox.settled();
  return queue;
}

/** Simulates killed tabs: they hold no lock, and their promises never settle. */
function killTabs(): void {
  stopTab();
  locks = Promise.resolve();
  sessionWatchers.clear();
}

function become(next: State): void {
  state = next;
  for (const watcher of sessionWatchers) watcher();
}

const until = (what: () => unknown) => vi.waitFor(what);
const reachable = () => window.dispatchEvent(new Event("online"));
const noAnswer = () => new Problem({ code: "unreachable", status: 0, detail: "No answer." });
const problem = (status: number, code: string) =>
  new Problem({ code: code as ApiProblem["code"], status, detail: `No: ${status}.` });
const fails = (error: Error) => () => {
  throw error;
};

const like = (id: string, on = true): Change => ({ kind: "like", on, target: "notes", id });
const playlist = (id: string, version = 1) => ({ id, name: id, version }) as Playlist;
const make = (id: string): Change => ({
  kind: "createPlaylist",
  id,
  body: { id, name: id },
  shown: { playlist: playlist(id), items: [] },
});
const put = (id: string, audioId: string): Change => ({
  kind: "addToPlaylist",
  id,
  name: id,
  item: { audioId, title: audioId, addedAt: "" },
});
const rename = (id: string, name: string, version?: number): Change => ({
  kind: "changePlaylist",
  id,
  name: id,
  change: { kind: "rename", name },
  version,
});
const place = (audioId: string): Change => ({
  kind: "position",
  position: { audioId, atMs: 1, counter: 1, device: "d", isOver: false } as never,
});
const audioOf = (change: Change) =>
  change.kind === "position" && "audioId" in change.position ? change.position.audioId : "";
const told = (change: Change) => ("id" in change ? `${change.kind} ${change.id}` : change.kind);
const states = (entries: readonly Entry[]) => entries.map(({ change, state: is }) => `${told(change)} ${is}`);

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Module copies of earlier tests act as other tabs and would receive messages of this one.
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.spyOn(console, "warn").mockReturnValue();
  sent = [];
  together = [];
  sessionWatchers = new Set();
  state = { status: "signed-in", me: { uid: "u1" } };
  answerTo = () => undefined;
  locks = Promise.resolve();
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: {
      request: (_name: string, work: () => Promise<unknown>) => {
        const turn = locks.then(work);
        locks = turn.catch(() => undefined);
        return turn;
      },
    },
  });
});

afterEach(killTabs);

test("S4.out.1 a change is on the disk before it is sent, and gone from it after the answer", async () => {
  const tab = await openTab();
  const { openOutbox } = await import("./store");
  let before: readonly Entry[] = [];
  answerTo = async () => {
    before = (await openOutbox("u1").read()).entries;
    return { liked: true, count: 1 };
  };
  const arrived: Change[] = [];
  tab.outbox.onArrival((change) => arrived.push(change));
  const outcome = tab.add(like("a"));
  expect(states(tab.outbox.get().entries)).toEqual(["like a waiting"]);
  expect(await outcome).toEqual({ is: "sent", answer: { liked: true, count: 1 } });
  expect(states(before)).toEqual(["like a sending"]);
  expect(arrived).toEqual([like("a")]);
  expect(await tab.outbox.settled()).toEqual([]);
});

test("S4.out.1 a change that the disk does not take is taken back, and whoever made it is told; nothing is sent", async () => {
  const tab = await openTab();
  const asked: unknown[] = [];
  const { transaction } = IDBDatabase.prototype;
  const disk = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...how) {
    if (how[1] !== "readwrite") return transaction.apply(this, how);
    asked.push(how[2]);
    throw new DOMException("The disk is full.", "QuotaExceededError");
  });
  const outcome = tab.add(like("a"));
  await expect(outcome).rejects.toMatchObject({ detail: "The change could not be saved on this device. Try again." });
  // The change must be on disk, not only in the write buffer.
  expect(asked[0]).toEqual({ durability: "strict" });
  disk.mockRestore();
  await until(() => expect(tab.outbox.get().entries).toEqual([]));
  expect(sent).toEqual([]);
});

test("S4.out.1 what a killed tab has written or was sending is sent by the next one", async () => {
  const dying = await openTab();
  answerTo = () => new Promise(() => undefined);
  void dying.add(like("a"));
  await until(() => expect(sent).toHaveLength(1));
  void dying.add(put("p", "x"));
  await until(() => expect(sent).toHaveLength(2));
  killTabs();
  answerTo = () => ({ playlist: playlist("p") });
  const next = await openTab();
  await until(async () => expect(await next.outbox.settled()).toEqual([]));
  expect(sent.map(({ change }) => told(change))).toEqual(["like a", "addToPlaylist p", "like a", "addToPlaylist p"]);
});

test("S4.offline.12 what a page that is gone has held for more answers is sent by the next one at once", async () => {
  const held: Change = { kind: "study", device: 1, facts: [], heldUntilMs: Date.now() + 120_000 };
  const first = await openTab();
  expect(await first.add(held)).toEqual({ is: "kept" });
  await first.add(like("n1"));
  expect(sent.map(({ change }) => change.kind)).toEqual(["like"]);
  killTabs();
  await openTab();
  await until(() => expect(sent.map(({ change }) => change.kind)).toEqual(["like", "study"]));
});

test("S4.out.1 without an answer changes are kept, and go in their order when there is one", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  expect(await tab.add(make("p"))).toEqual({ is: "kept" });
  expect(await tab.add(put("p", "x"))).toEqual({ is: "kept" });
  expect(await tab.add(put("p", "y"))).toEqual({ is: "kept" });
  expect(tab.pending(tab.outbox.get())).toHaveLength(3);
  sent = [];
  answerTo = () => ({ playlist: playlist("p") });
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(sent.map(({ change }) => change)).toEqual([make("p"), put("p", "x"), put("p", "y")]);
});

test.each([
  ["the page is looked at again", () => window.dispatchEvent(new Event("focus"))],
  ["the tab is shown again", () => document.dispatchEvent(new Event("visibilitychange"))],
])("S4.out.1 what waited is sent when %s, before the pause is over", async (_, comesBack) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const tab = await openTab();
    answerTo = fails(noAnswer());
    expect(await tab.add(like("a"))).toEqual({ is: "kept" });
    answerTo = () => ({ liked: true, count: 1 });
    sent = [];
    comesBack();
    // The fake clock never advances, so the backoff cannot elapse.
    for (let turn = 0; turn < 200 && sent.length === 0; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(sent.map(({ change }) => change)).toEqual([like("a")]);
  } finally {
    vi.useRealTimers();
  }
});

test("S4.out.3 what is refused at once is told to whoever did it, and is nowhere any more", async () => {
  const tab = await openTab();
  for (const refusal of [problem(409, "conflict"), problem(500, "internal")]) {
    answerTo = fails(refusal);
    await expect(tab.add(like("a"))).rejects.toMatchObject({ status: refusal.status });
    expect(tab.pending(tab.outbox.get())).toEqual([]);
    await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  }
});

test.each([
  ["keeps what it is based on", 409, { course: "CS246", date: "2099-12-09", retentionPercent: 90 }],
  ["is based on nothing when what it changes is gone", 404, undefined],
])("S4.out.3 an edit that is sent again after a refusal %s", async (_what, status, kept) => {
  const before = { course: "CS246", date: "2099-12-09", retentionPercent: 90 };
  const tab = await openTab();
  answerTo = fails(noAnswer());
  await tab.add({ kind: "exam", code: "CS246", exam: { ...before, date: "2099-12-10" }, before });
  answerTo = () => {
    throw problem(status, status === 404 ? "not_found" : "limit_reached");
  };
  reachable();
  await until(async () => expect((await tab.outbox.settled()).map(({ state }) => state)).toEqual(["refused"]));
  answerTo = () => undefined;
  const [refused] = tab.outbox.get().entries;
  if (refused) await tab.outbox.tryAgain(refused);
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(sent.at(-1)?.change).toMatchObject({ kind: "exam", before: kept });
});

test("S4.out.3 what is refused later waits for the person, and holds up nothing but what was done to it", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  for (const change of [make("full"), put("full", "x"), like("a"), make("fine")]) await tab.add(change);
  answerTo = (change) => {
    if ("id" in change && change.id === "full") throw problem(409, "limit_reached");
    return { playlist: playlist("fine") };
  };
  reachable();
  await until(async () =>
    expect(states(await tab.outbox.settled())).toEqual(["createPlaylist full refused", "addToPlaylist full waiting"]),
  );
  expect(tab.outbox.get().entries[0]?.problem).toBe("No: 409.");
  expect(tab.pending(tab.outbox.get())).toEqual([put("full", "x")]);

  answerTo = () => ({ playlist: playlist("full") });
  const [refused] = tab.outbox.get().entries;
  if (refused) await tab.outbox.tryAgain(refused);
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));

  answerTo = fails(noAnswer());
  for (const change of [make("other"), put("other", "x"), like("b")]) await tab.add(change);
  answerTo = (change) => {
    if (change.kind === "createPlaylist") throw problem(409, "limit_reached");
  };
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toHaveLength(2));
  const [unmade] = tab.outbox.get().entries;
  if (unmade) await tab.outbox.discard(unmade);
  expect(await tab.outbox.settled()).toEqual([]);
});

test("a server in trouble is asked again about what waits, and told of other things meanwhile", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  for (const change of [like("a"), like("b")]) await tab.add(change);
  answerTo = (change) => {
    if ("id" in change && change.id === "a") throw problem(503, "unavailable");
  };
  reachable();
  await until(async () => expect(states(await tab.outbox.settled())).toEqual(["like a waiting"]));
  answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
});

test("S4.out.1 what was done to a playlist follows it, when there is one of its name", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  await tab.add(make("mine"));
  await tab.add(put("mine", "x"));
  sent = [];
  answerTo = () => ({ playlist: playlist("theirs") });
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(sent.map(({ change }) => told(change))).toEqual(["createPlaylist mine", "addToPlaylist theirs"]);
  expect(tab.outbox.get().aliases.get("mine")).toBe("theirs");
});

test("S4.out.6 a change names the version that was seen, unless it had to wait", async () => {
  const tab = await openTab();
  let version = 3;
  answerTo = () => {
    version += 1;
    return playlist("p", version);
  };
  await Promise.all([
    tab.add(rename("p", "A", 3)),
    tab.add({ ...rename("p", "A"), change: { kind: "removeCover" } } as Change),
  ]);
  const versions = () => sent.map(({ change, isQueued }) => [(change as { version?: number }).version, isQueued]);
  expect(versions()).toEqual([
    [3, false],
    [4, false],
  ]);
  answerTo = fails(noAnswer());
  await tab.add(rename("p", "B", 5));
  sent = [];
  answerTo = () => playlist("p", 9);
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(versions()).toEqual([[5, true]]);
});

test("S4.out.5 a session that ends keeps what is unsent for its person; logging out deletes it", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  await tab.add(like("a"));
  become({ status: "signed-out", reason: "ended" });
  expect(tab.outbox.get().entries).toEqual([]);
  become({ status: "signed-in", me: { uid: "u2" } });
  expect(await tab.outbox.settled()).toEqual([]);
  sent = [];
  reachable();
  const { othersEntries } = await import("./store");
  expect((await othersEntries("u2")).map(({ uid, entries }) => [uid, entries.length])).toEqual([["u1", 1]]);
  expect(sent).toEqual([]);

  become({ status: "signed-in", me: { uid: "u1" } });
  expect(states(await tab.outbox.settled())).toEqual(["like a waiting"]);
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain("note-ninja outbox u1");
  become({ status: "signed-out", reason: "logout" });
  await until(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("note-ninja outbox u1"),
  );
});

test("S4.out.1 places of several recordings that waited go in one request, and each learns of its own", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  for (const audioId of ["a", "b", "c"]) await tab.add(place(audioId));
  const learnt: unknown[] = [];
  tab.outbox.onArrival((change, answer) => learnt.push([change, answer]));
  [sent, together] = [[], []];
  answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect([sent, together]).toEqual([[], [["a", "b", "c"]]]);
  const positionOf = (change: Change) => (change.kind === "position" ? change.position : undefined);
  expect(learnt).toEqual(["a", "b", "c"].map((id) => [place(id), [positionOf(place(id))]]));
});

test("at most fifty places go in one request", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  for (let at = 0; at < 60; at += 1) await tab.add(place(`n${at}`));
  together = [];
  answerTo = () => undefined;
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(together.map(({ length }) => length)).toEqual([50, 10]);
});

test("one place that is refused takes no other with it", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  for (const audioId of ["a", "bad", "c"]) await tab.add(place(audioId));
  const arrived: Change[] = [];
  tab.outbox.onArrival((change) => arrived.push(change));
  answerTo = (change) => {
    if (audioOf(change) === "bad") throw problem(422, "invalid");
    return [];
  };
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(arrived).toEqual([place("a"), place("c")]);
});

test("S4.out.1 a request without an answer is given up, so that it does not change anything behind what comes next", async () => {
  const tab = await openTab();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    answerTo = () => new Promise(() => undefined);
    void tab.add(like("a"));
    while (sent.length === 0) await vi.advanceTimersByTimeAsync(1);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signal.aborted).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  await until(() => expect(states(tab.outbox.get().entries)).toEqual(["like a waiting"]));
});

test("S4.offline.12 when the server confirms a session that began without it, what waits goes at once", async () => {
  become({ status: "signed-in", me: { uid: "u1" }, isUnconfirmed: true });
  // The fake clock prevents the scheduled retry.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const tab = await openTab();
    answerTo = fails(noAnswer());
    for (const id of ["a", "b", "c"]) await tab.add(like(id));
    sent = [];
    answerTo = () => undefined;
    become({ status: "signed-in", me: { uid: "u1" } });
    for (let turn = 0; turn < 500 && sent.length < 3; turn += 1) await new Promise(setImmediate);
    expect(sent.map(({ change }) => told(change))).toEqual(["like a", "like b", "like c"]);
  } finally {
    vi.useRealTimers();
  }
});

test("S4.out.2 a change that got no answer counts as tried: the server may have it", async () => {
  const tab = await openTab();
  answerTo = fails(noAnswer());
  await tab.add(make("p"));
  expect((await tab.outbox.settled()).map(({ tries }) => tries)).toEqual([1]);
});

test("S4.out.3 who no longer wants to hear of refusals hears of none", async () => {
  const tab = await openTab();
  const [heard, unheard] = [vi.fn(), vi.fn()];
  tab.outbox.onRefusal(heard);
  tab.outbox.onRefusal(unheard)();
  answerTo = fails(problem(409, "conflict"));
  await expect(tab.add(like("a"))).rejects.toMatchObject({ status: 409 });
  expect([heard.mock.calls.length, unheard.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ["there is a network again", () => reachable()],
  ["the session was taken up without the server", () => become({ ...state, isUnconfirmed: true })],
])("S4.offline.12 answers to study cards wait no longer for more of them when %s", async (_, happens) => {
  const tab = await openTab();
  await tab.add({ kind: "study", device: 1, facts: [], heldUntilMs: Date.now() + 120_000 });
  await tab.add(like("before"));
  expect(sent.map(({ change }) => change.kind)).toEqual(["like"]);
  happens();
  await tab.add(like("after"));
  await until(() => expect(sent.map(({ change }) => change.kind).toSorted()).toEqual(["like", "like", "study"]));
});

test("answers to study cards wait for more of them, and go when they have waited long enough", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  try {
    const tab = await openTab();
    const change = { kind: "study", facts: [{}], heldUntilMs: Date.now() + 5000 } as unknown as Change;
    expect(await tab.add(change)).toEqual({ is: "kept" });
    const wait = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    };
    await wait(4900);
    expect(sent).toEqual([]);
    await wait(200);
    expect(sent.map((each) => each.change.kind)).toEqual(["study"]);
  } finally {
    vi.useRealTimers();
  }
});
