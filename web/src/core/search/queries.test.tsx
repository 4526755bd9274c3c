import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SEARCH_MAX_ITEMS } from "../limits";
import {
  courseRecordsQuery,
  findBestNote,
  findCourseAsTyped,
  findEnterMatch,
  topCoursesQuery,
  useLibrarySearch,
  useNoteSearch,
  useRecommendations,
  useSearch,
} from "./queries";

const fakes = vi.hoisted(() => ({
  call: vi.fn(),
  catalogue: vi.fn(),
  library: vi.fn(),
  notes: vi.fn(),
}));
vi.mock("./client", () => ({ searchWorker: () => ({ call: fakes.call }) }));
vi.mock("./library", () => ({ loadLibrary: fakes.library, loadNotes: fakes.notes }));
vi.mock("../catalogue/catalogue", () => ({
  searchWorkerKey: ["core"],
  catalogueQuery: { queryKey: ["catalogue"], queryFn: () => fakes.catalogue(), staleTime: Number.POSITIVE_INFINITY },
}));

let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  fakes.call.mockReset().mockImplementation(async (message: object) => message);
  fakes.catalogue.mockReset().mockResolvedValue({ library: "library-1", notes: "notes-1" });
  fakes.library.mockReset().mockResolvedValue(1);
  fakes.notes.mockReset().mockResolvedValue(1);
});
afterEach(cleanup);

function use<Result, Props>(hook: (props: Props) => Result, initialProps: Props) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper, initialProps });
}
/** Messages to the worker. */
const sent = () => fakes.call.mock.calls.map(([message]) => message);
const addressOf = async (sha256: string) => `/notes/${sha256}`;

test("courses are searched once the catalogue is loaded, and not without a text", async () => {
  let load: (catalogue: object) => void = () => undefined;
  fakes.catalogue.mockReturnValue(new Promise((resolve) => (load = resolve)));
  const { result, rerender } = use(({ text }) => useSearch(text), { text: " " });
  rerender({ text: "tree" });
  await vi.waitFor(() => expect(fakes.catalogue).toHaveBeenCalledOnce());
  expect(sent()).toEqual([]);
  await act(async () => load({}));
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  expect(sent()).toEqual([{ kind: "search", query: "tree", limit: SEARCH_MAX_ITEMS }]);
});

test("search results stay until the next ones arrive, and results for an earlier query are reused", async () => {
  const { result, rerender } = use(({ text }) => useSearch(text), { text: "a" });
  await vi.waitFor(() => expect(result.current.data).toMatchObject({ query: "a" }));
  fakes.call.mockReturnValueOnce(new Promise(() => undefined));
  rerender({ text: "ab" });
  expect(result.current.data).toMatchObject({ query: "a" });
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
  rerender({ text: "a" });
  await vi.waitFor(() => expect(result.current.fetchStatus).toBe("idle"));
  expect(sent().map(({ query }) => query)).toEqual(["a", "ab"]);
});

test("S2.find.1 the library is loaded before the first search, and a new version of it is searched again", async () => {
  const { result, rerender } = use(({ text }) => useLibrarySearch(text), { text: "" });
  await vi.waitFor(() => expect(fakes.library.mock.calls).toEqual([["library-1"]]));
  expect(sent()).toEqual([]);
  rerender({ text: "heap" });
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  expect(sent()).toEqual([{ kind: "searchLibrary", name: "library", query: "heap", limit: 4 }]);
  act(() => queries.setQueryData(["catalogue"], { library: "library-2" }));
  await vi.waitFor(() => expect(fakes.library).toHaveBeenLastCalledWith("library-2"));
  await vi.waitFor(() => expect(sent()).toHaveLength(2));
});

test("without a library no search is sent, and a library that cannot be loaded fails the search", async () => {
  fakes.catalogue.mockResolvedValueOnce({});
  const { result } = use(() => useLibrarySearch("heap"), {});
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect([fakes.library.mock.calls, sent(), result.current.isPending]).toEqual([[], [], true]);
  fakes.library.mockRejectedValue(new Error("offline"));
  act(() => queries.setQueryData(["catalogue"], { library: "library-1" }));
  await vi.waitFor(() => expect(result.current.isError).toBe(true));
});

test("S2.find.1 members find notes, whose list is loaded before the first query only if prefetching is requested", async () => {
  const props = { text: "", address: undefined as typeof addressOf | undefined, ahead: false };
  const { result, rerender } = use(({ text, address, ahead }) => useNoteSearch(text, address, ahead), props);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  rerender({ text: "heap", address: undefined, ahead: true });
  rerender({ text: "", address: addressOf, ahead: false });
  expect(fakes.notes).not.toHaveBeenCalled();
  rerender({ text: "", address: addressOf, ahead: true });
  expect(fakes.notes.mock.calls).toEqual([["notes-1", addressOf]]);
  rerender({ text: "heap", address: addressOf, ahead: true });
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  expect(sent()).toEqual([{ kind: "searchLibrary", name: "notes", query: "heap", limit: 4 }]);
});

test("the best match among notes comes from the newest list, and there is none without a list", async () => {
  fakes.call.mockResolvedValue({ notes: [{ id: "n1" }, { id: "n2" }] });
  expect(await findBestNote(queries, "heap", addressOf)).toEqual({ id: "n1" });
  expect(fakes.notes.mock.calls).toEqual([["notes-1", addressOf]]);
  queries.setQueryData(["catalogue"], {});
  expect(await findBestNote(queries, "tree", addressOf)).toBeUndefined();
});

test("S2.browse.10 Enter opens its match, or the first course if that contains all words as typed", async () => {
  fakes.call.mockResolvedValueOnce({ code: "CS246" }).mockResolvedValueOnce({ code: undefined });
  expect([await findEnterMatch(queries, "cs 246"), await findEnterMatch(queries, "x")]).toEqual(["CS246", undefined]);
  expect(sent()[0]).toEqual({ kind: "enterMatch", query: "cs 246" });
  const hits = (isAsTyped: boolean) => ({ hits: [{ code: "CS136", isAsTyped }] });
  fakes.call.mockResolvedValueOnce(hits(true)).mockResolvedValueOnce(hits(false)).mockResolvedValueOnce({ hits: [] });
  const found = [];
  for (const text of ["a", "b", "c"]) found.push(await findCourseAsTyped(queries, text));
  expect(found).toEqual(["CS136", undefined, undefined]);
});

test("the top courses and the records of courses come from the worker", async () => {
  await queries.fetchQuery(topCoursesQuery(3));
  await queries.fetchQuery(courseRecordsQuery(["CS246"]));
  await queries.fetchQuery(topCoursesQuery(4));
  expect(sent()).toEqual([
    { kind: "top", count: 3 },
    { kind: "courses", codes: ["CS246"] },
    { kind: "top", count: 4 },
  ]);
});

test("recommended courses load page by page until all are shown", async () => {
  const courses = (count: number) => Array.from({ length: count }, () => ({}));
  fakes.call.mockImplementation(async ({ offset }: { offset: number }) => ({
    total: 30,
    followed: 0,
    courses: courses(offset === 0 ? 24 : 6),
  }));
  const interests = { followed: ["CS246"], saved: [], listened: [] };
  const { result } = use(() => useRecommendations(interests), {});
  await vi.waitFor(() => expect(result.current.hasNextPage).toBe(true));
  await act(() => result.current.fetchNextPage());
  await vi.waitFor(() => expect(result.current.hasNextPage).toBe(false));
  expect(sent()).toEqual([0, 24].map((offset) => ({ kind: "recommend", ...interests, offset, limit: 24 })));
});

test("an empty page ends the recommendations", async () => {
  fakes.call.mockResolvedValue({ total: 30, followed: 0, courses: [] });
  const { result } = use(() => useRecommendations({ followed: [], saved: [], listened: [] }), {});
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  expect(result.current.hasNextPage).toBe(false);
});
