// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { Change, Entry } from "./kinds/kinds";
import {
  acknowledge,
  fitsBatch,
  hasNoResponse,
  isRetryable,
  requeue,
  requeueInFlight,
  sendableEntries,
  toRejected,
  wasDeferred,
} from "./retry-policy";
import type { OutboxStore } from "./store";

vi.mock("@/session/session", () => import("@/api/testing"));

const api = (status: number, code = "internal") =>
  new ApiProblem({ code: code as ApiProblem["code"], status, detail: `Said ${status}.` });
const like = (id: string): Change => ({ kind: "like", on: true, target: "notes", id });
const make = (id: string) => ({ kind: "createPlaylist", id, body: { id, name: id } }) as unknown as Change;
const add = (id: string) => ({ kind: "addToPlaylist", id, name: id, item: { audioId: "x" } }) as unknown as Change;
const place = (audioId: string) =>
  ({ kind: "position", position: { audioId, atMs: 1, counter: 1, device: "d" } }) as unknown as Change;
const entry = (change: Change, more: Partial<Entry> = {}): Entry => ({
  seq: 1,
  id: "1",
  change,
  state: "waiting",
  attempts: 0,
  isDeferred: false,
  ...more,
});

test.each([
  [new TypeError("fetch failed"), true],
  [api(0), true],
  [api(401), false],
  [api(500), false],
])("S4.out.1 the failure %s means that the server did not respond: %s", (error, expected) => {
  expect(hasNoResponse(error)).toBe(expected);
});

test.each([
  [new TypeError("fetch failed"), true, true],
  [api(0), true, true],
  [api(401), true, true],
  [api(500), false, true],
  [api(503), false, true],
  [api(429), false, true],
  [api(499), false, false],
  [api(404), false, false],
])("S4.out.3 a like is retried after %s at its first attempt: %s, and once deferred: %s", (error, atOnce, later) => {
  expect(isRetryable(entry(like("a")), error)).toBe(atOnce);
  expect(isRetryable(entry(like("a"), { isDeferred: true }), error)).toBe(later);
});

test.each([
  [{}, false],
  [{ isDeferred: true }, true],
  [{ attempts: 1 }, true],
])("S4.out.1 a change with %j counts as deferred: %s", (more, expected) => {
  expect(wasDeferred(entry(like("a"), more))).toBe(expected);
});

/** A store with these entries. */
function storeOf(...entries: Entry[]) {
  let all = entries;
  return {
    all: () => all,
    updateAll: async (change: (each: Entry) => Entry | undefined) => {
      all = all.flatMap((each) => change(each) ?? []);
    },
    update: async (seq: number, change: (each: Entry) => Entry) => {
      all = all.map((each) => (each.seq === seq ? change(each) : each));
      return all.find((each) => each.seq === seq);
    },
    confirm: vi.fn(async (_seq: number, _follow?: (other: Change) => Change, _alias?: object) => true),
  };
}
const asStore = (store: object) => store as unknown as OutboxStore;

test("S4.out.1 a change that a closed page was sending is queued again as tried, and waiting changes stay as they are", async () => {
  const waiting = entry(like("b"), { seq: 2 });
  const store = storeOf(entry(like("a"), { state: "sending", attempts: 1 }), waiting);
  await requeueInFlight(asStore(store));
  expect(store.all()).toEqual([expect.objectContaining({ state: "waiting", attempts: 2, isDeferred: true }), waiting]);
  expect(store.all()[1]).toBe(waiting);
});

test("S4.out.1 a change that is queued again waits, and the failed attempt is counted", async () => {
  const sending = entry(like("a"), { state: "sending", attempts: 2 });
  const store = storeOf(sending);
  expect(await requeue(asStore(store), sending)).toMatchObject({ state: "waiting", attempts: 3, isDeferred: true });
});

test("S4.out.3 waiting changes are sent in order, except those of a busy queue or of a rejected new item", () => {
  const entries = [
    entry(like("a"), { id: "rejected", state: "rejected" }),
    entry(like("a"), { id: "of a rejected change" }),
    entry(like("b"), { id: "sending", state: "sending" }),
    entry(make("p"), { id: "not created", state: "rejected" }),
    entry(add("p"), { id: "of a rejected creation" }),
    entry(make("q"), { id: "to be created" }),
    entry(add("q"), { id: "of a waiting creation" }),
  ];
  const ids = (isBusy: (key: string) => boolean) => [...sendableEntries(entries, isBusy)].map(({ id }) => id);
  expect(ids(() => false)).toEqual(["of a rejected change", "to be created", "of a waiting creation"]);
  expect(ids(() => true)).toEqual([]);
});

test("S4.out.1 positions share a request up to its limit, and likes get one each", () => {
  const many = (count: number) => Array.from({ length: count }, () => entry(place("a")));
  expect(fitsBatch(entry(place("a")), many(49))).toBe(true);
  expect(fitsBatch(entry(place("a")), many(50))).toBe(false);
  expect(fitsBatch(entry(like("a")), [])).toBe(true);
  expect(fitsBatch(entry(like("a")), [entry(like("b"))])).toBe(false);
});

test("S4.out.1 when a created item gets a new id, only later changes of the same item are rewritten", async () => {
  const store = storeOf();
  const playlist = { id: "there", name: "p", version: 1 };
  expect(await acknowledge(asStore(store), entry(make("p"), { seq: 7 }), { playlist, items: [] } as never)).toBe(true);
  const [seq, follow, alias] = store.confirm.mock.calls[0] ?? [];
  expect([seq, alias]).toEqual([7, { from: "p", to: "there" }]);
  expect(follow?.(add("p"))).toMatchObject({ id: "there" });
  const other = add("q");
  expect(follow?.(other)).toBe(other);
});

test.each([
  [404, true],
  [409, false],
])("S4.out.3 a change rejected with status %s is kept for the user; its item is missing: %s", (status, isNotFound) => {
  expect(toRejected(entry(like("a")), api(status))).toMatchObject({
    state: "rejected",
    problem: expect.stringContaining(`Said ${status}.`),
    isNotFound,
  });
});

test("a rejected position is dropped, because the user cannot correct it", () => {
  expect(toRejected(entry(place("a")), api(409))).toBeUndefined();
});
