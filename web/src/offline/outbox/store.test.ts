// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import type { Change, Entry } from "./kinds/kinds";
import { deleteOutbox, entriesOfOtherUsers, type OutboxStore, openOutbox, usersWithOutbox } from "./store";

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));

const like = (id: string, on = true): Change => ({ kind: "like", on, target: "notes", id });
const stores = [["on disk"], ["in the page"]] as const;

function open(where: "on disk" | "in the page"): OutboxStore {
  if (where === "in the page") vi.stubGlobal("indexedDB", undefined);
  return openOutbox("u1");
}
const shown = async (store: OutboxStore) =>
  (await store.read()).entries.map(({ id, change, state }) => `${id} ${(change as { id: string }).id} ${state}`);
const seqOf = async (store: OutboxStore, id: string) =>
  (await store.read()).entries.find((entry) => entry.id === id)?.seq ?? Number.NaN;

test.each([
  ["on disk", true],
  ["in the page", false],
] as const)("S4.out.1 changes stored %s survive the end of the page: %s", (where, outlives) => {
  expect(open(where).isPersistent).toBe(outlives);
});

test.each(stores)("S4.out.1 changes stored %s are read in order, as waiting and not tried", async (where) => {
  const store = open(where);
  expect(await store.add("1", like("a"), false)).toEqual({ dropped: [], isStored: true });
  await store.add("2", like("b"), true);
  expect((await store.read()).entries).toEqual([
    { seq: expect.any(Number), id: "1", change: like("a"), state: "waiting", attempts: 0, isDeferred: false },
    { seq: expect.any(Number), id: "2", change: like("b"), state: "waiting", attempts: 0, isDeferred: true },
  ]);
  const [first, second] = (await store.read()).entries;
  expect(second?.seq).toBeGreaterThan(first?.seq ?? Number.NaN);
  store.close();
});

test.each(stores)("S4.out.1 a change stored %s replaces a waiting one of the same item", async (where) => {
  const store = open(where);
  await store.add("1", like("a"), false);
  await store.add("2", like("b"), false);
  const { dropped } = await store.add("3", like("a", false), false);
  expect(dropped).toEqual(["1"]);
  expect((await shown(store)).some((each) => each.startsWith("1 "))).toBe(false);
  expect(await shown(store)).toContain("2 b waiting");
  store.close();
});

test.each(stores)("S4.out.1 one entry stored %s is changed or removed, and the others stay", async (where) => {
  const store = open(where);
  await store.add("1", like("a"), false);
  await store.add("2", like("b"), false);
  const seq = await seqOf(store, "1");
  const sending = (entry: Entry): Entry => ({ ...entry, state: "sending" });
  expect(await store.update(seq, sending)).toMatchObject({ id: "1", state: "sending" });
  expect(await shown(store)).toEqual(["1 a sending", "2 b waiting"]);
  expect(await store.update(seq, () => undefined)).toBeUndefined();
  expect(await shown(store)).toEqual(["2 b waiting"]);
  const change = vi.fn(sending);
  expect(await store.update(seq, change)).toBeUndefined();
  expect(change).not.toHaveBeenCalled();
  expect(await shown(store)).toEqual(["2 b waiting"]);
  store.close();
});

test.each(stores)("S4.out.1 all entries stored %s can be changed, removed or left as they are", async (where) => {
  const store = open(where);
  for (const id of ["a", "b", "c"]) await store.add(id, like(id), false);
  await store.updateAll((entry) =>
    entry.id === "a" ? undefined : entry.id === "b" ? { ...entry, state: "sending" } : entry,
  );
  expect(await shown(store)).toEqual(["b b sending", "c c waiting"]);
  store.close();
});

test.each(stores)("S4.out.1 a confirmed entry stored %s is removed, and no other entry is rewritten", async (where) => {
  const store = open(where);
  await store.add("1", like("a"), false);
  await store.add("2", like("b"), false);
  expect(await store.confirm(await seqOf(store, "1"))).toBe(false);
  expect(await shown(store)).toEqual(["2 b waiting"]);
  expect(await store.confirm(await seqOf(store, "2"), (other) => other)).toBe(false);
  expect(await shown(store)).toEqual([]);
  store.close();
});

test.each(stores)("S4.out.1 a confirmation rewrites later changes stored %s", async (where) => {
  const store = open(where);
  for (const id of ["a", "b", "c"]) await store.add(id, like(id), false);
  const follow = (other: Change): Change => (other.kind === "like" && other.id === "b" ? like("new") : other);
  expect(await store.confirm(await seqOf(store, "a"), follow)).toBe(true);
  expect(await shown(store)).toEqual(["b new waiting", "c c waiting"]);
  store.close();
});

test.each(stores)("S4.out.1 the id that the server gave to an item is stored %s", async (where) => {
  const store = open(where);
  expect((await store.read()).aliases).toEqual(new Map());
  await store.add("1", like("a"), false);
  expect(await store.confirm(await seqOf(store, "1"), undefined, { from: "local", to: "server" })).toBe(true);
  expect((await store.read()).aliases).toEqual(new Map([["local", "server"]]));
  store.close();
});

test("S4.out.5 the changes of other students are found, and an outbox can be deleted", async () => {
  for (const uid of ["u1", "u2", "u3"]) {
    const store = openOutbox(uid);
    await store.add(`of ${uid}`, like("a"), false);
    store.close();
  }
  expect((await usersWithOutbox()).sort()).toEqual(["u1", "u2", "u3"]);
  const others = await entriesOfOtherUsers("u1");
  expect(others.map(({ uid, entries }) => [uid, entries.map(({ id }) => id)]).sort()).toEqual([
    ["u2", ["of u2"]],
    ["u3", ["of u3"]],
  ]);
  await deleteOutbox("u2");
  expect((await usersWithOutbox()).sort()).toEqual(["u1", "u3"]);
});
