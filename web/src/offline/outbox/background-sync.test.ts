import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { deleteOtherCaches, OfflineCache } from "../cache/store";
import { acknowledgedOfKind } from "./acknowledged";
import { flushOutboxInBackground } from "./background-sync";
import type { Change } from "./kinds/kinds";
import { deleteOutbox, openOutbox, usersWithOutbox } from "./store";

/** Positions of each batch request. */
let together: string[][];
let versions: unknown[];
/** Simulates the server's response; throws to reject the request. */
let answer: (ids: readonly string[]) => void;

/** Simulates the renewal of the session; throws to reject it. */
let refresh: () => unknown;
const renewed = () => ({ accessToken: "token", me: { uid: "u1" } });

vi.mock("@/api/client", () => ({
  setTokenSource: () => undefined,
  unwrap: async (call: Promise<unknown>) => call,
  api: { POST: async () => refresh() },
}));
vi.mock("./kinds/send", () => {
  const take = (ids: string[]) => {
    together.push(ids);
    answer(ids);
    return [];
  };
  return {
    send: async (change: Change) => {
      versions.push("version" in change ? change.version : undefined);
      if (change.kind === "personalCard") return { card: { version: 8 }, edition: 1, ...take([change.kind]) };
      return take(change.kind === "position" ? [idOf(change.position)] : [change.kind]);
    },
    sendBatch: async (changes: readonly Change[]) =>
      take(changes.flatMap((change) => (change.kind === "position" ? idOf(change.position) : []))),
  };
});

const idOf = (position: object) => ("audioId" in position ? String(position.audioId) : "a note");
const place = (audioId: string): Change => ({
  kind: "position",
  position: { audioId, atMs: 1, counter: 1, device: "d", isOver: false } as never,
});
const like: Change = { kind: "like", on: true, target: "notes", id: "n" };

async function leave(...changes: Change[]): Promise<void> {
  const store = openOutbox("u1");
  for (const [at, change] of changes.entries()) await store.add(String(at), change, true);
  store.close();
}

async function left(): Promise<string[]> {
  const store = openOutbox("u1");
  const { entries } = await store.read();
  store.close();
  return entries.map(({ change, state }) => `${change.kind} ${state}`);
}

beforeEach(async () => {
  await deleteOutbox("u1");
  together = [];
  versions = [];
  answer = () => undefined;
  refresh = renewed;
  vi.stubGlobal("navigator", {
    locks: {
      request: (_name: string, how: unknown, work?: (lock: object) => Promise<unknown>) =>
        (work ?? (how as (lock: object) => Promise<unknown>))({}),
    },
  });
});

test("S4.out.7 the service worker sends queued positions in one request, and other changes in order", async () => {
  await leave(place("a"), like, place("b"), place("c"));
  await flushOutboxInBackground();
  expect(together).toEqual([["a", "b", "c"], ["like"]]);
  expect(await left()).toEqual([]);
});

test("S4.offline.5 card ratings sent by the service worker stay in the cache of their user", async () => {
  const work: Change = { kind: "study", device: 7, events: [], batchUntilMs: 0 };
  const store = new OfflineCache("u1");
  await leave(work);
  await flushOutboxInBackground();
  expect(together).toEqual([["study"]]);
  expect(await acknowledgedOfKind(store, "study")).toEqual([]);
  // Reading creates the database, so the user has a cache from now on.
  await leave(work);
  await flushOutboxInBackground();
  expect(await acknowledgedOfKind(store, "study")).toEqual([work]);
  expect(await left()).toEqual([]);
  store.close();
  await deleteOtherCaches(undefined, "u1");
});

test("S4.out.7 one rejected position does not discard others", async () => {
  await leave(place("a"), place("bad"), place("c"));
  answer = (ids) => {
    if (ids.includes("bad")) throw new ApiProblem({ code: "validation", status: 422, detail: "No." });
  };
  await flushOutboxInBackground();
  expect(together).toEqual([["a", "bad", "c"], ["a"], ["bad"], ["c"]]);
  expect(await left()).toEqual([]);
});

test("S4.out.7 without a response all changes stay queued, and another sync is requested from the browser", async () => {
  await leave(place("a"), place("b"), like);
  answer = () => {
    throw new ApiProblem({ code: "unreachable", status: 0, detail: "No answer." });
  };
  await expect(flushOutboxInBackground()).rejects.toThrow();
  expect(together).toEqual([["a", "b"]]);
  expect(await left()).toEqual(["position waiting", "position waiting", "like waiting"]);
});

const card = (title: string, version?: number): Change => ({
  kind: "personalCard",
  course: "CS246",
  id: "c",
  card: { id: "c", course: "CS246", title, content: "", version: 0 },
  version,
});

test("S4.own.1 the service worker sends an edit of a personal card with the version on which it is based", async () => {
  await leave(card("Typed first", 7), card("Typed last"));
  await flushOutboxInBackground();
  expect([together, versions]).toEqual([[["personalCard"]], [7]]);
  expect(await left()).toEqual([]);
});

test("S4.own.1 a later edit of a personal card is based on the result of the previous one", async () => {
  const store = openOutbox("u1");
  await store.add("1", card("Sent", 7), false);
  const [sent] = (await store.read()).entries;
  await store.update(sent?.seq ?? -1, (entry) => ({ ...entry, state: "sending" }));
  store.close();
  await leave(card("Typed after", 7));
  await flushOutboxInBackground();
  expect(versions).toEqual([7, 8]);
});

test("S4.own.1 an edit of a personal card that another device changed waits for the user to decide", async () => {
  await leave(card("Mine", 7));
  answer = () => {
    throw new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." });
  };
  await flushOutboxInBackground();
  expect(await left()).toEqual(["personalCard rejected"]);
});

test.each([
  [401, undefined],
  [503, "Not now."],
])(
  "S4.out.7 without a session (%d) nothing is sent, and only a temporary failure repeats the sync",
  async (status, error) => {
    await leave(like);
    refresh = () => {
      throw new ApiProblem({ code: "unavailable", status, detail: "Not now." });
    };
    const failure = await flushOutboxInBackground().catch((reason: Error) => reason.message);
    expect(failure).toBe(error);
    expect(together).toEqual([]);
    expect(await left()).toEqual(["like waiting"]);
  },
);

test("S4.out.7 changes of another student stay for their owner", async () => {
  await leave(like);
  refresh = () => ({ accessToken: "token", me: { uid: "u2" } });
  await flushOutboxInBackground();
  expect(await usersWithOutbox()).toEqual(["u1"]);
  expect(together).toEqual([]);
  expect(await left()).toEqual(["like waiting"]);
});
