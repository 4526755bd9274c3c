// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SavedNote } from "@/api/models";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { applyNoteUpdates, type NoteUpdate, noteUpdatesQuery } from "./note-updates";

const MINUTE_MS = 60_000;

const server = vi.hoisted(() => ({ asked: 0, pages: ["first"], cursors: [] as (string | undefined)[] }));

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/api/client", () => ({
  unwrap: async (call: Promise<unknown>) => call,
  api: {
    GET: async (_path: string, { params }: { params: { query: { cursor?: string } } }) => {
      const { cursor } = params.query;
      server.asked += 1;
      server.cursors.push(cursor);
      const next = server.pages[server.pages.indexOf(cursor ?? "first") + 1];
      return { items: [{ noteId: `n${server.asked}` }], ...(next !== undefined && { nextCursor: next }) };
    },
  },
}));

const amara = { uid: "amara", name: "Amara" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  localStorage.clear();
  signInAs(amara);
  Object.assign(server, { asked: 0, pages: ["first"], cursors: [] });
});

afterEach(() => vi.useRealTimers());

/** Opens a page. Returns the ids shown at once, and the ids shown after its request, if it sends one. */
async function open(uid = amara.uid): Promise<[atOnce: string[] | undefined, then: string[]]> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = noteUpdatesQuery(uid);
  const ids = (updates: readonly NoteUpdate[]) => updates.map(({ noteId }) => noteId);
  const { data: atOnce } = new QueryObserver(queries, { ...query, enabled: false }).getCurrentResult();
  return [atOnce && ids(atOnce), ids(await queries.fetchQuery(query))];
}

test("updates of saved notes are fetched once in half an hour across several pages, and are available at once", async () => {
  expect(await open()).toEqual([undefined, ["n1"]]);
  vi.setSystemTime(Date.now() + 20 * MINUTE_MS);
  expect(await open()).toEqual([["n1"], ["n1"]]);
  vi.setSystemTime(Date.now() + 11 * MINUTE_MS);
  expect(await open()).toEqual([["n1"], ["n2"]]);
});

test("updates of saved notes are fetched again if the clock was set back, and for another student", async () => {
  await open();
  vi.setSystemTime(Date.now() - MINUTE_MS);
  expect(await open()).toEqual([["n1"], ["n2"]]);
  signInOnSharedComputer({ uid: "ben", name: "Ben" });
  expect(await open("ben")).toEqual([undefined, ["n3"]]);
});

test("all pages of the updates are fetched", async () => {
  server.pages = ["first", "second", "third"];
  expect(await open()).toEqual([undefined, ["n1", "n2", "n3"]]);
  expect(server.cursors).toEqual([undefined, "second", "third"]);
});

const saved = (title: string, savedAt = "2026-11-15T12:00:00Z") =>
  ({ id: "n", originalNoteId: "n", title, savedAt }) as SavedNote;

test("a saved note shows its current data, unless it was saved again since or deleted", () => {
  const copy = saved("Old title");
  const update = { noteId: "n", note: saved("New title") };
  expect(applyNoteUpdates([copy], [update])).toEqual([saved("New title")]);
  const later = saved("Newest title", "2026-11-16T12:00:00Z");
  expect(applyNoteUpdates([later], [update])).toEqual([later]);
  expect(applyNoteUpdates([copy], [{ noteId: "n" }])).toEqual([copy]);
});
