import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { conflict, server } from "@/api/client-testing";
import type { StudyCard, StudyChapter } from "@/api/models";
import { noteKeys } from "../notes/notes";
import {
  cacheChapter,
  chapterQuery,
  chaptersQuery,
  createCard,
  createChapter,
  deleteChapter,
  editCard,
  editChapter,
  refreshChapters,
  removeCardImage,
  useChangeCards,
} from "./chapters";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

const card = (id: string, order: number) => ({ id, chapterId: "k", order, title: id }) as StudyCard;
const deck = (version: number, ...ids: string[]) =>
  ({
    chapter: { id: "k", version, cardCount: ids.length },
    cards: ids.map((id, index) => card(id, index + 1)),
  }) as unknown as StudyChapter;

let queries: QueryClient;
const onRejected = vi.fn();
const { queryKey } = chapterQuery("CS246", "k");
const listKey = chaptersQuery("CS246").queryKey;
const shown = () => queries.getQueryData(queryKey);
const ids = () => shown()?.cards.map(({ id }) => id);
const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;

beforeEach(() => {
  server.reset();
  onRejected.mockReset();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(queryKey, deck(1, "a", "b", "c"));
  queries.setQueryData(listKey, []);
});

function openDeck() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useChangeCards("CS246", "k", onRejected), { wrapper }).result.current;
}

const fields = { title: "T" } as never;
const chapter = "/api/courses/CS246/chapters";

test.each([
  ["a new chapter", () => createChapter("CS246", "k", fields), `POST ${chapter}`, { id: "k", title: "T" }],
  ["an edited chapter", () => editChapter("CS246", "k", 3, fields), `PATCH ${chapter}/k`, { title: "T", version: 3 }],
  [
    "a new card at a place",
    () => createCard("CS246", "k", "c1", fields, 2),
    `POST ${chapter}/k/cards`,
    { id: "c1", title: "T", order: 2 },
  ],
  [
    "a new card at the end",
    () => createCard("CS246", "k", "c1", fields, undefined),
    `POST ${chapter}/k/cards`,
    { id: "c1", title: "T" },
  ],
  [
    "an edited card",
    () => editCard("CS246", "k", "c1", 3, fields),
    `PATCH ${chapter}/k/cards/c1`,
    { title: "T", version: 3 },
  ],
])("S7.rd.12 %s is sent in the correct request", async (_, write, request, body) => {
  await write();
  expect(server.requests).toEqual([[request, body]]);
});

test("deletions of a chapter and of an image are sent, the latter with the image that was seen", async () => {
  await deleteChapter("CS246", "k");
  await removeCardImage("CS246", "k", "c1", undefined);
  await removeCardImage("CS246", "k", "c1", "/old");
  expect(server.requests).toEqual([
    [`DELETE ${chapter}/k`],
    [`DELETE ${chapter}/k/cards/c1/image`],
    [`DELETE ${chapter}/k/cards/c1/image?replaces=%2Fold`],
  ]);
});

test("chapters and a single chapter are read from the URLs of their course", async () => {
  server.answer = (request) => ({ items: [request] });
  const fresh = new QueryClient();
  expect(await fresh.fetchQuery(chaptersQuery("CS246"))).toEqual([`GET ${chapter}`]);
  expect(await fresh.fetchQuery(chapterQuery("CS246", "k"))).toEqual({ items: [`GET ${chapter}/k`] });
});

test("a change of chapters refetches the chapters and notes of this course", async () => {
  const others = chaptersQuery("CS136").queryKey;
  queries.setQueryData(others, []);
  queries.setQueryData(noteKeys.inCourse("CS246"), {} as never);
  await refreshChapters(queries, "CS246");
  expect([listKey, noteKeys.inCourse("CS246"), others].map(isStale)).toEqual([true, true, false]);
});

test("a changed chapter is written to the cache if it is given, and refetched if not", () => {
  cacheChapter(queries, "CS246", "k", deck(2, "z"));
  expect(ids()).toEqual(["z"]);
  expect([queryKey, listKey].map(isStale)).toEqual([false, true]);
  cacheChapter(queries, "CS246", "k");
  expect(isStale(queryKey)).toBe(true);
});

test("S7.rd.12 a moved card is shown at once, and its move is sent with the version of the chapter", async () => {
  let answer: (deck: StudyChapter) => void = () => undefined;
  server.answer = () => new Promise((resolve) => (answer = resolve as never));
  const change = openDeck();
  act(() => change({ kind: "move", id: "c", after: "a" }));
  expect(ids()).toEqual(["a", "c", "b"]);
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  expect(server.requests).toEqual([[`POST ${chapter}/k/order`, { cardId: "c", after: "a", version: 1 }]]);
  await act(async () => answer(deck(2, "a", "c", "b", "d")));
  await vi.waitFor(() => expect(ids()).toEqual(["a", "c", "b", "d"]));
  await vi.waitFor(() => expect(isStale(listKey)).toBe(true));
  expect(onRejected).not.toHaveBeenCalled();
});

test("the move of a card to the front names no other card, and deleting a card renumbers the following ones", async () => {
  server.answer = (request) => (request.startsWith("POST") ? deck(2, "c", "a", "b") : deck(3, "c", "b"));
  const change = openDeck();
  act(() => change({ kind: "move", id: "c", after: undefined }));
  act(() => change({ kind: "remove", id: "a" }));
  expect(shown()?.cards.map(({ id, order }) => [id, order])).toEqual([
    ["c", 1],
    ["b", 2],
  ]);
  expect(shown()?.chapter.cardCount).toBe(2);
  await vi.waitFor(() => expect(shown()?.chapter.version).toBe(3));
  expect(server.requests).toEqual([
    [`POST ${chapter}/k/order`, { cardId: "c", version: 1 }],
    [`DELETE ${chapter}/k/cards/a`],
  ]);
});

test("a response to an earlier change does not undo later ones, which are based on its version", async () => {
  const answers: ((deck: StudyChapter) => void)[] = [];
  server.answer = () => new Promise((resolve) => answers.push(resolve as never));
  const change = openDeck();
  act(() => change({ kind: "move", id: "c", after: undefined }));
  act(() => change({ kind: "move", id: "b", after: undefined }));
  expect(ids()).toEqual(["b", "c", "a"]);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]?.(deck(8, "c", "a", "b")));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(ids()).toEqual(["b", "c", "a"]);
  expect(server.requests[1]?.[1]).toEqual({ cardId: "b", version: 8 });
  expect(isStale(listKey)).toBe(false);
  await act(async () => answers[1]?.(deck(9, "b", "c", "a")));
  await vi.waitFor(() => expect(isStale(listKey)).toBe(true));
});

test("a rejected change is undone by the server's cards before it is reported", async () => {
  const other = deck(5, "b", "a", "c");
  server.answer = (request) => {
    if (request.startsWith("GET")) return other;
    throw conflict();
  };
  const end = new QueryObserver(queries, chapterQuery("CS246", "k")).subscribe(() => undefined);
  const change = openDeck();
  onRejected.mockImplementation(() => expect(shown()).toEqual(other));
  act(() => change({ kind: "remove", id: "a" }));
  expect(ids()).toEqual(["b", "c"]);
  await vi.waitFor(() => expect(onRejected).toHaveBeenCalledExactlyOnceWith(conflict(), { kind: "remove", id: "a" }));
  end();
});

test("a response to a read that began before a change does not undo the change", async () => {
  let late: (deck: StudyChapter) => void = () => undefined;
  server.answer = (request) =>
    request.startsWith("GET") ? new Promise((resolve) => (late = resolve as never)) : deck(2, "c", "a", "b");
  void queries.fetchQuery({ ...chapterQuery("CS246", "k"), staleTime: 0 }).catch(() => undefined);
  const change = openDeck();
  await vi.waitFor(() => expect(server.asked("GET")).toHaveLength(1));
  act(() => change({ kind: "move", id: "c", after: undefined }));
  await act(async () => late(deck(1, "a", "b", "c")));
  await vi.waitFor(() => expect(shown()?.chapter.version).toBe(2));
  expect(ids()).toEqual(["c", "a", "b"]);
});
