import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playlist } from "../models";
import type { ApiProblem } from "../problem";
import type { Change, Entry } from "./changes";

type Session = typeof import("../session").session;
type State = { status: string; me?: { uid: string } | undefined; reason?: string };

let state: State;
let sessionWatchers: Set<() => void>;
/** What the server does with a change; throws to refuse it. */
let answerTo: (change: Change, version: number | undefined) => unknown;
let sent: { change: Change; version: number | undefined }[];
let locks: Promise<unknown>;
/** The class of the newest tab, by which it knows its own. */
let Problem: typeof ApiProblem;
let stopTab: () => void = () => undefined;

vi.mock("../session", () => ({
  session: {
    state: () => state,
    watch: (watcher: () => void) => {
      sessionWatchers.add(watcher);
      return () => sessionWatchers.delete(watcher);
    },
  } as unknown as Session,
}));
vi.mock("./send", () => ({
  send: async (change: Change, version: number | undefined) => {
    sent.push({ change, version });
    return answerTo(change, version);
  },
}));

/** A tab of its own: fresh modules over the same database. */
async function openTab() {
  vi.resetModules();
  const queue = await import("./queue");
  Problem = (await import("../problem")).ApiProblem;
  const { startSending } = await import("./sender");
  stopTab = startSending();
  await queue.outbox.settled();
  return queue;
}

/** A tab that was killed holds no lock, and its promises never end. */
function killTabs(): void {
  stopTab();
  locks = Promise.resolve();
  sessionWatchers.clear();
}

function become(next: State): void {
  state = next;
  for (const watcher of sessionWatchers) watcher();
}

/** A shared machine may be slow. */
const until = (what: () => unknown) => vi.waitFor(what, { timeout: 10_000 });
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
const told = (change: Change) => ("id" in change ? `${change.kind} ${change.id}` : change.kind);
const states = (entries: readonly Entry[]) => entries.map(({ change, state: is }) => `${told(change)} ${is}`);

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  // Copies of the modules from earlier tests are other tabs, and would hear of this one.
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.spyOn(console, "warn").mockReturnValue();
  sent = [];
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

test("S4.out.3 what is refused at once is told to whoever did it, and is nowhere any more", async () => {
  const tab = await openTab();
  for (const refusal of [problem(409, "conflict"), problem(500, "internal")]) {
    answerTo = fails(refusal);
    await expect(tab.add(like("a"))).rejects.toMatchObject({ status: refusal.status });
    expect(tab.pending(tab.outbox.get())).toEqual([]);
    await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  }
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
  // The second is based on the first.
  await Promise.all([
    tab.add(rename("p", "A", 3)),
    tab.add({ ...rename("p", "A"), change: { kind: "removeCover" } } as Change),
  ]);
  expect(sent.map((each) => each.version)).toEqual([3, 4]);
  answerTo = fails(noAnswer());
  await tab.add(rename("p", "B", 5));
  sent = [];
  answerTo = () => playlist("p", 9);
  reachable();
  await until(async () => expect(await tab.outbox.settled()).toEqual([]));
  expect(sent.map((each) => each.version)).toEqual([undefined]);
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
  become({ status: "signed-out", reason: "logout" });
  await until(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("note-ninja outbox u1"),
  );
});
