import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { conflict, server } from "@/api/client-testing";
import { unreachableProblem } from "@/api/problem";
import { TRASH_BATCH_MAX } from "@/core/limits";
import { audioKeys } from "../audio/audio";
import { noteKeys } from "../notes/notes";
import {
  activityQuery,
  type ContentEntry,
  contentDetailQuery,
  contentQuery,
  createReplacementUpload,
  storageQuery,
  trashQuery,
  useEditContent,
  useRebuildContent,
  useReorderAudio,
  useRestoreItems,
  useSetTitle,
  useTrashItem,
  useTrashItems,
} from "./admin";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

let queries: QueryClient;

beforeEach(() => {
  server.reset();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

/** Returns the current result of a hook. */
function use<Result>(hook: () => Result): Result {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
}

/** Whether the cached responses of the console, notes and recordings are stale. */
const stale = () =>
  [storageQuery.queryKey, noteKeys.all, audioKeys.all].map((key) => queries.getQueryState(key)?.isInvalidated);

const cache = () => {
  for (const key of [storageQuery.queryKey, noteKeys.all, audioKeys.all])
    queries.setQueryData(key as readonly string[], {});
};

const entry = (id: string, kind: ContentEntry["kind"] = "note") => ({ kind, id, title: id }) as ContentEntry;

test.each([
  ["without a filter", { kind: undefined, place: undefined, text: "" }, ""],
  ["of a place", { kind: undefined, place: "CS246", text: undefined }, "?place=CS246"],
  ["of a kind with a text", { kind: "note" as const, place: undefined, text: "a b" }, "?kind=note&text=a+b"],
])("S6.adm.5 the content list %s is read page by page", async (_, filter, search) => {
  const next = `${search ? `${search}&` : "?"}cursor=c1`;
  server.answer = (request) => ({ items: [request], ...(!request.includes("cursor") && { nextCursor: "c1" }) });
  const { pages } = await queries.fetchInfiniteQuery({ ...contentQuery(filter), pages: 3 });
  expect(pages.map(({ items }) => items)).toEqual([
    [`GET /api/admin/content${search}`],
    [`GET /api/admin/content${next}`],
  ]);
});

test("trash and activity list are read page by page", async () => {
  server.answer = (request) => ({ items: [], ...(!request.includes("cursor") && { nextCursor: "c1" }) });
  await queries.fetchInfiniteQuery({ ...trashQuery, pages: 2 });
  const filter = { month: "2026-11", by: "u1", kind: "edit" as never, text: "tree" };
  await queries.fetchInfiniteQuery({ ...activityQuery(filter), pages: 2 });
  const activity = "GET /api/admin/activity?month=2026-11&by=u1&kind=edit&text=tree";
  expect(server.requests).toEqual([
    ["GET /api/admin/trash"],
    ["GET /api/admin/trash?cursor=c1"],
    [activity],
    [`${activity}&cursor=c1`],
  ]);
});

test("lists with different filters and items of different kinds are cached separately", () => {
  const filter = { kind: undefined, place: undefined, text: undefined };
  const month = { month: "2026-11", by: undefined, kind: undefined, text: undefined };
  const keys = [
    contentQuery(filter),
    contentQuery({ ...filter, text: "a" }),
    contentDetailQuery({ kind: "note", id: "1" }),
    contentDetailQuery({ kind: "audio", id: "1" }),
    contentDetailQuery({ kind: "note", id: "2" }),
    trashQuery,
    storageQuery,
    activityQuery(month),
    activityQuery({ ...month, month: "2026-10" }),
  ].map(({ queryKey }) => JSON.stringify(queryKey));
  expect(new Set(keys).size).toBe(keys.length);
});

test("opening an item for editing fetches it from the server again, even if it was just read", async () => {
  server.answer = () => ({ version: server.requests.length });
  const query = contentDetailQuery({ kind: "albumNote", id: "n1" });
  expect(await queries.fetchQuery(query)).toEqual({ version: 1 });
  expect(await queries.fetchQuery(query)).toEqual({ version: 2 });
  expect(server.requests[0]).toEqual(["GET /api/admin/content/albumNote/n1"]);
  await queries.fetchQuery(storageQuery);
  await queries.fetchQuery(storageQuery);
  expect(server.asked("GET /api/admin/storage")).toHaveLength(1);
});

const edit = { title: "New", description: "Text", version: 3 };

test.each([
  [
    "an edit",
    () => use(() => useEditContent(entry("n1"))).mutateAsync(edit),
    ["PATCH /api/admin/content/note/n1", edit],
  ],
  [
    "a recording moved after another one",
    () => use(() => useReorderAudio("a1")).mutateAsync({ after: "a2", from: "p" }),
    ["PUT /api/audio/a1/place", { from: "p", after: "a2" }],
  ],
  [
    "a recording moved to the beginning",
    () => use(() => useReorderAudio("a1")).mutateAsync({ after: undefined, from: "" }),
    ["PUT /api/audio/a1/place", { from: "" }],
  ],
  ["a deleted note", () => use(useTrashItem).mutateAsync(entry("n1")), ["DELETE /api/notes/n1"]],
  ["a deleted recording", () => use(useTrashItem).mutateAsync(entry("a1", "audio")), ["DELETE /api/audio/a1"]],
  [
    "a deleted album note",
    () => use(useTrashItem).mutateAsync(entry("n1", "albumNote")),
    ["DELETE /api/album-notes/n1"],
  ],
] as const)("%s is sent, and all lists with content are refetched, also after a failure", async (_, write, asked) => {
  cache();
  expect(stale()).toEqual([false, false, false]);
  await write();
  expect(server.requests).toEqual([asked]);
  expect(stale()).toEqual([true, true, true]);
  cache();
  server.reject();
  await expect(write()).rejects.toThrow("Could not reach");
  expect(stale()).toEqual([true, true, true]);
});

test("rebuilding the index marks only queries of the console as stale", async () => {
  cache();
  await use(useRebuildContent).mutateAsync();
  expect(server.requests).toEqual([["POST /api/admin/content/rebuild"]]);
  expect(stale()).toEqual([true, false, false]);
});

test("an upload of a replacement file is created for its item", async () => {
  server.answer = () => ({ url: "there" });
  const body = { sizeBytes: 5 } as never;
  expect(await createReplacementUpload(entry("a1", "audio"), body, new AbortController().signal)).toEqual({
    url: "there",
  });
  expect(server.requests).toEqual([["POST /api/admin/content/audio/a1/file", body]]);
});

const retitle = () => use(() => useSetTitle(entry("n1"))).mutateAsync({ title: "New", seen: "Old" });

test.each(["Old", "New"])("a title that is “%s” on the server is changed, and the description stays", async (title) => {
  cache();
  server.answer = (request) => request.startsWith("GET") && { title, description: "Latest", version: 7 };
  await retitle();
  const path = "/api/admin/content/note/n1";
  expect(server.requests).toEqual([
    [`GET ${path}`],
    [`PATCH ${path}`, { title: "New", description: "Latest", version: 7 }],
  ]);
  expect(stale()).toEqual([true, true, true]);
});

test("a title that another administrator changed is not replaced", async () => {
  cache();
  server.answer = () => ({ title: "Theirs", description: "", version: 7 });
  await expect(retitle()).rejects.toMatchObject({
    status: 409,
    code: "conflict",
    message: expect.stringContaining("“Theirs” by another administrator"),
  });
  expect(server.asked("PATCH")).toEqual([]);
  expect(stale()).toEqual([true, true, true]);
});

const many = Array.from({ length: TRASH_BATCH_MAX + 1 }, (_, place) => entry(`n${place}`));
const trash = (items: ContentEntry[]) => use(useTrashItems).mutateAsync({ items, password: "secret" });
type Order = { things: ContentEntry[] };

test("many items are deleted in batches, and items that the server skipped count as failed", async () => {
  cache();
  server.answer = (_, body) => ({ done: (body as Order).things.filter(({ id }) => id !== "n1") });
  const { done, failed, error } = await trash(many);
  expect(done).toEqual(many.filter(({ id }) => id !== "n1"));
  expect(failed).toEqual([many[1]]);
  expect(error).toBeUndefined();
  expect(server.requests.map(([request, body]) => [request, (body as Order).things.length])).toEqual([
    ["POST /api/admin/trash", TRASH_BATCH_MAX],
    ["POST /api/admin/trash", 1],
  ]);
  expect(server.requests[1]?.[1]).toEqual({
    password: "secret",
    things: [{ kind: "note", id: `n${TRASH_BATCH_MAX}` }],
  });
  expect(stale()).toEqual([true, true, true]);
});

test("items of different kinds with one id are told apart", async () => {
  server.answer = () => ({ done: [{ kind: "audio", id: "x" }] });
  const items = [entry("x"), entry("x", "audio")];
  expect(await trash(items)).toMatchObject({ done: [items[1]], failed: [items[0]] });
});

test("a failure of the first batch rejects; after a failure of a later batch, its items and all further ones count as failed", async () => {
  server.reject();
  await expect(trash(many)).rejects.toThrow("Could not reach");
  server.answer = (_, body) => {
    const { things } = body as Order;
    if (things.length === 1) throw unreachableProblem();
    return { done: things };
  };
  const { done, failed, error } = await trash(many);
  expect(done).toHaveLength(TRASH_BATCH_MAX);
  expect(failed).toEqual([many.at(-1)]);
  expect(error).toEqual(unreachableProblem());
});

test("no batch follows one that failed", async () => {
  const most = [...many, ...many.map((each) => ({ ...each, id: `${each.id}b` }))];
  server.answer = (_, body) => {
    if (server.requests.length === 2) throw unreachableProblem();
    return { done: (body as Order).things };
  };
  const { done, failed } = await trash(most);
  expect(done).toEqual(most.slice(0, TRASH_BATCH_MAX));
  expect(failed).toEqual(most.slice(TRASH_BATCH_MAX));
  expect(server.requests).toHaveLength(2);
});

test("items are restored one by one, and the result contains the failed items and the first error", async () => {
  cache();
  const kinds = ["note", "audio", "albumNote", "file"] as const;
  server.answer = (request) => {
    if (request.includes("audio")) throw conflict("first");
    if (request.includes("files")) throw conflict("second");
  };
  const items = kinds.map((kind) => ({ kind, id: "x1", title: kind }));
  const { done, failed, error } = await use(useRestoreItems).mutateAsync(items);
  expect(server.requests).toEqual([
    ["POST /api/notes/x1/restore"],
    ["POST /api/audio/x1/restore"],
    ["POST /api/album-notes/x1/restore"],
    ["POST /api/admin/trash/files/x1/restore"],
  ]);
  expect(done).toEqual([items[0], items[2]]);
  expect(failed).toEqual([items[1], items[3]]);
  expect(error).toEqual(conflict("first"));
  expect(stale()).toEqual([true, true, true]);
});
