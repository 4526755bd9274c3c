// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { hashKey, InfiniteQueryObserver, QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { signInAs, signOutForTest } from "@/api/testing";
import { cacheAllPages, installPersister, oldestCachedAt, stripPresignedUrls } from "@/offline/cache/query-persister";
import { OfflineCache } from "@/offline/cache/store";
import { activityQuery, contentDetailQuery, contentQuery, storageQuery, trashQuery } from "../admin/admin";
import { managedStudentQuery } from "../admin/students";
import { albumQuery } from "../albums/albums";
import { recordingQuery, shelfQuery, waveformQuery } from "../audio/audio";
import { courseAudioQuery } from "../audio/course-audio";
import { bookmarksQuery } from "../bookmarks/bookmarks";
import { chapterQuery, chaptersQuery } from "../cards/chapters";
import { personalCardCountsQuery, personalCardsQuery } from "../cards/personal-cards";
import { courseQuery } from "../courses/courses";
import { hiddenCoursesQuery, managedCourseQuery, mergesQuery, visibleCoursesQuery } from "../courses/managed-courses";
import { feedQuery } from "../me/feed";
import { myProfileQuery } from "../me/me";
import { newNotesQuery } from "../notes/new-notes";
import { courseNotesQuery, noteQuery } from "../notes/notes";
import { followListQuery, studentCoursesQuery, studentQuery } from "../people/students";
import { myPlaylistsQuery, playlistQuery } from "../playlists/playlists";
import { audioPositionsQuery, notePositionsQuery } from "../positions/cached-positions";
import { continueListeningQuery } from "../positions/continue-listening";
import { continueReadingQuery } from "../positions/continue-reading";
import { reportedItemsQuery, reportsQuery } from "../reports/reports";
import { courseRequestsQuery, myRequestsQuery, requestReasonsQuery } from "../requests/requests";
import { savedKeys } from "../saved/saved";
import { reviewLogQuery, studySettingsQuery } from "../study/review-log";
import { uploadsQuery } from "../uploads/uploads";

vi.mock("@/session/session", () => import("@/api/testing"));

signInAs({ uid: "amara", name: "Amara" });

/** Returns the query client of a new page. */
function freshPage(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  installPersister(queries);
  return queries;
}

const key = ["playlists", "detail", "p1"];
const seen = (queryFn: () => Promise<unknown>, queryKey: QueryKey = key) =>
  freshPage().fetchQuery({ queryKey, queryFn });
const keyOf = ({ queryKey }: { queryKey: QueryKey }) => queryKey;
const outOfReach = () => Promise.reject(unreachableProblem());

beforeEach(async () => {
  await seen(async () => ({ name: "Exam", cover: "https://files/c?X-Amz-Signature=a", items: [{ id: "1" }] }));
  // The response is stored on disk a moment later.
  await vi.waitFor(async () => expect(await seen(outOfReach)).toBeDefined());
});

test("S4.offline.5 returns the cached response with the time of its storage when the server is unreachable", async () => {
  const queries = freshPage();
  const before = Date.now();
  expect(await queries.fetchQuery({ queryKey: key, queryFn: outOfReach })).toEqual({
    name: "Exam",
    items: [{ id: "1" }],
  });
  expect(
    oldestCachedAt(
      queries
        .getQueryCache()
        .getAll()
        .map(({ queryHash }) => queryHash),
    ),
  ).toBeLessThanOrEqual(before);
  await vi.waitFor(() => expect(queries.getQueryState(key)?.dataUpdatedAt).toBeLessThanOrEqual(before));
  await queries.fetchQuery({ queryKey: key, queryFn: async () => ({ name: "Newer" }), staleTime: 0 });
  expect(
    oldestCachedAt(
      queries
        .getQueryCache()
        .getAll()
        .map(({ queryHash }) => queryHash),
    ),
  ).toBeUndefined();
});

test("S4.offline.5 caches the response of a public page that was requested before the session was known", async () => {
  const shelf = ["audio", "shelf", "deep-dive"];
  /** Sends a request before the session is restored; the session is known when the response arrives. */
  const askedEarly = (answer: () => Promise<unknown>) => {
    signOutForTest();
    return seen(async () => {
      signInAs({ uid: "amara", name: "Amara" });
      return answer();
    }, shelf);
  };
  await askedEarly(async () => "three recordings");
  await vi.waitFor(async () => expect(await askedEarly(outOfReach)).toBe("three recordings"));
});

test("S4.offline.5 an error response of the server is not replaced by the cache, and console queries are never cached", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, detail: "It is gone." });
  await expect(seen(() => Promise.reject(gone))).rejects.toBe(gone);
  const note = { kind: "note", id: "n1" } as const;
  const ofConsole = [
    contentQuery({ kind: undefined, place: undefined, text: undefined }),
    contentDetailQuery(note),
    storageQuery,
    trashQuery,
    activityQuery({ month: "2026-11", by: undefined, kind: undefined, text: undefined }),
    reportedItemsQuery,
    reportsQuery(note),
    visibleCoursesQuery,
    hiddenCoursesQuery,
    mergesQuery,
    managedCourseQuery("CS246"),
    courseRequestsQuery("open"),
    requestReasonsQuery("CS246"),
    uploadsQuery,
    managedStudentQuery("amara"),
  ];
  for (const { queryKey } of ofConsole) {
    await seen(async () => "everybody", queryKey);
    await expect(seen(outOfReach, queryKey), queryKey.join()).rejects.toThrow("Could not reach");
  }
});

test("S4.offline.5 data that a member has seen is available offline, whichever page requested it", async () => {
  const ofMembers: QueryKey[] = [
    ...[myProfileQuery, feedQuery, newNotesQuery, continueListeningQuery, continueReadingQuery, myRequestsQuery].map(
      keyOf,
    ),
    ...[notePositionsQuery, audioPositionsQuery, myPlaylistsQuery, reviewLogQuery, studySettingsQuery].map(keyOf),
    ...[personalCardCountsQuery, personalCardsQuery("CS246"), playlistQuery("p1")].map(keyOf),
    ...[courseQuery("CS246"), courseNotesQuery("CS246"), courseAudioQuery("CS246"), chaptersQuery("CS246")].map(keyOf),
    ...[chapterQuery("CS246", "c1"), noteQuery("n1"), albumQuery("cram"), shelfQuery("deep-dive")].map(keyOf),
    ...[
      waveformQuery({ id: "a1" }),
      studentQuery("ben"),
      studentCoursesQuery("ben"),
      followListQuery("ben", "following"),
    ].map(keyOf),
    savedKeys.mine("amara"),
    ["me", "exams"],
    ["me", "likes"],
    ["highlights", "all"],
    ...[bookmarksQuery, recordingQuery("a1")].map(keyOf),
  ];
  for (const queryKey of ofMembers) await seen(async () => `of ${queryKey.join()}`, queryKey);
  // Responses are stored in order.
  await vi.waitFor(() => seen(outOfReach, ["highlights", "all"]));
  for (const queryKey of ofMembers) {
    const name = `of ${queryKey.join()}`;
    expect(await seen(outOfReach, queryKey).catch(() => "nothing"), name).toBe(name);
  }
});

test("S4.offline.10 an item that was taken down, or that the user can no longer see, is not shown from the cache", async () => {
  for (const [status, code] of [
    [404, "not_found"],
    [403, "forbidden"],
  ] as const) {
    const taken = ["notes", "detail", code];
    await seen(async () => "there", taken);
    await vi.waitFor(async () => expect(await seen(outOfReach, taken)).toBe("there"));
    const gone = new ApiProblem({ code, status, detail: "It is gone." });
    await expect(seen(() => Promise.reject(gone), taken)).rejects.toBe(gone);
    await vi.waitFor(() => expect(seen(outOfReach, taken)).rejects.toThrow("Could not reach"));
  }
});

test("S4.offline.5 shows cached data without waiting for a server that does not respond, then its late response", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const queries = freshPage();
    let answer: (value: unknown) => void = () => undefined;
    const queryFn = () => new Promise((resolve) => (answer = resolve));
    const observer = new QueryObserver(queries, { queryKey: key, queryFn });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(2900);
    expect(observer.getCurrentResult().data).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toMatchObject({ name: "Exam" }));
    expect(oldestCachedAt([hashKey(key)])).toBeDefined();
    answer({ name: "Newer" });
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ name: "Newer" }));
    expect(oldestCachedAt([hashKey(key)])).toBeUndefined();
    stop();
  } finally {
    vi.useRealTimers();
  }
});

test("S4.offline.5 a late response does not undo changes made after its request", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const queries = freshPage();
    let answer: (value: unknown) => void = () => undefined;
    const first = queries.fetchQuery({ queryKey: key, queryFn: () => new Promise((resolve) => (answer = resolve)) });
    await vi.advanceTimersByTimeAsync(3100);
    expect(await first).toMatchObject({ name: "Exam" });
    await queries.fetchQuery({ queryKey: key, queryFn: async () => ({ name: "Newest" }), staleTime: 0 });
    answer({ name: "Asked before" });
    await vi.advanceTimersByTimeAsync(10);
    expect(queries.getQueryData(key)).toEqual({ name: "Newest" });
  } finally {
    vi.useRealTimers();
  }
});

test("S4.offline.5 a late error of the server refetches its query, and no other one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const queries = freshPage();
    const other = vi.fn(async () => "other");
    const watch = (queryKey: QueryKey, queryFn: () => Promise<unknown>) =>
      new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined);
    let fail: (error: unknown) => void = () => undefined;
    const first = new Promise((_, reject) => (fail = reject));
    const queryFn = vi.fn(async (): Promise<unknown> => ({ name: "Newest" })).mockReturnValueOnce(first);
    const stops = [watch(key, queryFn), watch(["others"], other)];
    await vi.advanceTimersByTimeAsync(3100);
    await vi.waitFor(() => expect(queries.getQueryData(key)).toMatchObject({ name: "Exam" }));
    fail(new ApiProblem({ code: "unavailable", status: 503, detail: "Not now." }));
    await vi.waitFor(() => expect(queries.getQueryData(key)).toEqual({ name: "Newest" }));
    expect(other).toHaveBeenCalledOnce();
    for (const stop of stops) stop();
  } finally {
    vi.useRealTimers();
  }
});

test("S4.offline.5 another user never gets the cached response", async () => {
  signInAs({ uid: "ben", name: "Ben" });
  await expect(seen(outOfReach)).rejects.toThrow("Could not reach");
  signInAs({ uid: "amara", name: "Amara" });
});

/** A list of three pages. `isThere` tells whether the server responds. */
const listOf = (queryKey: string[], isThere: () => boolean) => ({
  queryKey,
  queryFn: async ({ pageParam }: { pageParam: number }) => (isThere() ? { page: pageParam } : outOfReach()),
  initialPageParam: 1,
  getNextPageParam: ({ page }: { page: number }) => (page < 3 ? page + 1 : undefined),
  staleTime: 0,
  retry: false,
});

test("S4.offline.9 a list downloaded completely is available with all pages, even if only the first was refetched since", async () => {
  const queryKey = ["notes", "course", "CS246"];
  let isThere = true;
  const list = listOf(queryKey, () => isThere);
  const pagesOf = ({ pages }: { pages: { page: number }[] }) => pages.map(({ page }) => page);
  const whole = await freshPage().fetchInfiniteQuery({ ...list, pages: 9 });
  cacheAllPages(queryKey, whole);
  const queries = freshPage();
  expect(pagesOf(await queries.fetchInfiniteQuery(list))).toEqual([1]);
  isThere = false;
  // The open page shows the fetched data until more is requested.
  await expect(queries.fetchInfiniteQuery(list)).rejects.toThrow("Could not reach");
  const shown = new InfiniteQueryObserver(queries, { ...list, refetchOnMount: false });
  const stop = shown.subscribe(() => undefined);
  await vi.waitFor(async () => expect(pagesOf((await shown.fetchNextPage()).data ?? { pages: [] })).toEqual([1, 2, 3]));
  stop();
  await vi.waitFor(async () => expect(pagesOf(await freshPage().fetchInfiniteQuery(list))).toEqual([1, 2, 3]));
});

test("S4.offline.10 the next page load deletes responses older than 30 days and keeps newer ones", async () => {
  const store = new OfflineCache("amara");
  const day = 86_400_000;
  await store.write("old", { data: "old", at: Date.now() - 31 * day });
  await store.write("newer", { data: "newer", at: Date.now() - 29 * day });
  signOutForTest();
  signInAs({ uid: "amara", name: "Amara" });
  await vi.waitFor(async () => expect(await store.read("old")).toBeUndefined());
  expect(await store.read("newer")).toBeDefined();
  store.close();
});

test("data that the server has not confirmed for 30 days is not shown", async () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now + 29 * 86_400_000);
  expect(await seen(outOfReach)).toBeDefined();
  clock.mockReturnValue(now + 31 * 86_400_000);
  await expect(seen(outOfReach)).rejects.toThrow("Could not reach");
  clock.mockRestore();
});

test("signed URLs are never cached, wherever they occur in a response", () => {
  const kept = stripPresignedUrls({
    a: "https://files/x?Signature=b&Key-Pair-Id=c",
    list: [{ url: "/api/x?X-Amz-Signature=d" }],
    b: "/p?q=1",
  });
  expect(kept).toEqual({ list: [{}], b: "/p?q=1" });
});
