// @vitest-environment jsdom
import { type FetchInfiniteQueryOptions, type FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { activityQuery, contentDetailQuery, contentQuery, storageQuery, trashQuery } from "../admin/admin";
import { managedStudentQuery } from "../admin/students";
import { albumQuery } from "../albums/albums";
import { shelfQuery, waveformQuery } from "../audio/audio";
import { chapterQuery, chaptersQuery } from "../cards/chapters";
import { personalCardCountsQuery, personalCardImageQuery } from "../cards/personal-cards";
import {
  hiddenCoursesQuery,
  managedCourseQuery,
  mergePreviewQuery,
  mergesQuery,
  visibleCoursesQuery,
} from "../courses/managed-courses";
import { readExams } from "../exams/exams";
import { feedQuery } from "../me/feed";
import { myProfileQuery } from "../me/me";
import { newNotesQuery } from "../notes/new-notes";
import { courseNotesQuery, noteQuery, readerNoteQuery } from "../notes/notes";
import { followListQuery, studentCoursesQuery, studentQuery, studentSearchQuery } from "../people/students";
import { myPlaylistsQuery, playlistQuery, studentPlaylistsQuery } from "../playlists/playlists";
import { notePositionsQuery } from "../positions/cached-positions";
import { continueListeningQuery } from "../positions/continue-listening";
import { continueReadingQuery } from "../positions/continue-reading";
import { reportedItemsQuery, reportsQuery } from "../reports/reports";
import { courseRequestQuery, courseRequestsQuery, myRequestsQuery, requestReasonsQuery } from "../requests/requests";
import { fullTextIndexesQuery } from "../search/full-text-indexes";
import { studySettingsQuery } from "../study/review-log";
import { uploadsQuery } from "../uploads/uploads";

vi.mock("@/session/session", () => import("@/api/testing"));

type InfiniteOptions = FetchInfiniteQueryOptions & { initialPageParam: unknown };

interface Asked {
  path: string;
  cursor: string | undefined;
  signal: AbortSignal | undefined;
}

interface RequestOptions {
  params?: { query?: { cursor?: string } };
  signal?: AbortSignal;
}

let asked: Asked[] = [];
let answer: (question: Asked) => Promise<unknown>;

vi.mock("@/api/client", () => {
  const request = (path: string, { params, signal }: RequestOptions) => {
    const question = { path, cursor: params?.query?.cursor, signal };
    asked.push(question);
    return answer(question);
  };
  return { unwrap: async (answer: Promise<unknown>) => answer, api: { GET: request, POST: request } };
});

const note = { kind: "note", id: "n1" } as const;

/** All paginated lists, with the field of a page that names the next one. */
const lists = [
  ["a course's notes", courseNotesQuery("CS246"), "notes"],
  ["a chapter's notes", courseNotesQuery("CS246", 2), "notes"],
  ["an album", albumQuery("cram"), "notes"],
  ["a shelf", shelfQuery("deep-dive"), "audio"],
  ["a playlist", playlistQuery("p1"), "items"],
  ["a student's playlists", studentPlaylistsQuery("ben"), undefined],
  ["a student's followers", followListQuery("ben", "followers"), undefined],
  ["whom a student follows", followListQuery("ben", "following"), undefined],
  ["one's own requests", myRequestsQuery, undefined],
  ["one's own uploads", uploadsQuery, undefined],
  ["the console's content", contentQuery({ kind: undefined, place: undefined, text: undefined }), undefined],
  ["the console's trash", trashQuery, undefined],
  [
    "the console's activity",
    activityQuery({ month: "2026-11", by: undefined, kind: undefined, text: undefined }),
    undefined,
  ],
  ["the console's courses", visibleCoursesQuery, undefined],
  ["the console's hidden courses", hiddenCoursesQuery, undefined],
  ["the console's merged courses", mergesQuery, undefined],
  ["the console's wanted courses", courseRequestsQuery("open"), undefined],
  ["why a course is wanted", requestReasonsQuery("CS246"), "requests"],
  ["the console's reports", reportedItemsQuery, undefined],
] as const;

/** Queries with a single response. */
const single = [
  ["one's profile", myProfileQuery],
  ["one's feed", feedQuery],
  ["what was begun to be heard", continueListeningQuery],
  ["what was begun to be read", continueReadingQuery],
  ["one's new notes", newNotesQuery],
  ["one's places in notes", notePositionsQuery],
  ["one's playlists", myPlaylistsQuery],
  ["one's own cards", personalCardCountsQuery],
  ["a picture on a card of one's own", personalCardImageQuery("/api/me/cards/CS246/c1/images/i1")],
  ["one's study settings", studySettingsQuery],
  ["a note", noteQuery("n1")],
  ["a note to be read", readerNoteQuery("n1")],
  ["a waveform", waveformQuery({ id: "a1" })],
  ["words inside of notes", fullTextIndexesQuery(["CS246"])],
  ["a course's chapters", chaptersQuery("CS246")],
  ["a chapter's cards", chapterQuery("CS246", "c1")],
  ["how much a course is wanted", courseRequestQuery("CS246")],
  ["a student", studentQuery("ben")],
  ["a student's courses", studentCoursesQuery("ben")],
  ["students by name", studentSearchQuery("ben")],
  ["an item of the console", contentDetailQuery(note)],
  ["what is stored", storageQuery],
  ["what is said of a note", reportsQuery(note)],
  ["a course to be edited", managedCourseQuery("CS246")],
  ["what merging would move", mergePreviewQuery("CS246", "CS240")],
  ["a student in the console", managedStudentQuery("amara")],
] as const;

let queries: QueryClient;

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  asked = [];
  signInAs({ uid: "amara", name: "Amara" });
});

test.each(lists)("%s starts with the first page and follows the cursor to the last one", async (_, query, part) => {
  answer = async ({ cursor }) => {
    const page = { items: [], ...(cursor === undefined && { nextCursor: "second" }) };
    return part === undefined ? page : { [part]: page };
  };
  await queries.fetchInfiniteQuery({ ...query, pages: 9 } as unknown as InfiniteOptions);
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, "second"]);
  expect(new Set(asked.map(({ path }) => path)).size).toBe(1);
});

/** Fetches from a server that does not respond, then cancels. Returns whether each request was aborted. */
async function leaving(queryKey: readonly unknown[], ask: () => Promise<unknown>): Promise<(boolean | undefined)[]> {
  answer = () => new Promise(() => undefined);
  const given = ask().catch(() => undefined);
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  await queries.cancelQueries({ queryKey });
  await given;
  return asked.map(({ signal }) => signal?.aborted);
}

test.each(single)("the request for %s is aborted when no component uses it", async (_, query) => {
  const ask = () => queries.fetchQuery(query as unknown as FetchQueryOptions);
  expect(await leaving(query.queryKey, ask)).toEqual([true]);
});

test.each(lists)("the request for a page of %s is aborted when no component uses it", async (_, query) => {
  const ask = () => queries.fetchInfiniteQuery(query as unknown as InfiniteOptions);
  expect(await leaving(query.queryKey, ask)).toEqual([true]);
});

test("the request for exams is aborted when no component uses it", async () => {
  expect(await leaving(["me", "exams"], () => readExams(queries))).toEqual([true]);
});
