import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Change } from "@/offline/outbox/kinds/kinds";
import { continueReadingQuery } from "../positions/continue-reading";
import { applyConfirmedChange } from "./apply-confirmed";

const done = vi.hoisted(() => ({
  bookmark: vi.fn(),
  card: vi.fn(),
  exam: vi.fn(),
  follow: vi.fn(),
  followStudent: vi.fn(),
  highlight: vi.fn(),
  like: vi.fn(),
  playlist: vi.fn(),
  request: vi.fn(),
  review: vi.fn(),
  saved: vi.fn(),
  settings: vi.fn(),
  me: undefined as object | undefined,
}));
vi.mock("@/session/session", () => ({ session: { state: () => ({ me: done.me }) } }));
vi.mock("../bookmarks/bookmarks", () => ({ onBookmarkConfirmed: done.bookmark }));
vi.mock("../cards/personal-cards", () => ({ onPersonalCardConfirmed: done.card }));
vi.mock("../exams/exams", () => ({ onExamConfirmed: done.exam }));
vi.mock("../highlights/highlights", () => ({ onHighlightConfirmed: done.highlight }));
vi.mock("../likes/likes", () => ({ onLikeConfirmed: done.like }));
vi.mock("../me/me", () => ({ onFollowConfirmed: done.follow }));
vi.mock("../people/students", () => ({ onFollowStudentConfirmed: done.followStudent }));
vi.mock("../playlists/playlist-edit", () => ({ onPlaylistConfirmed: done.playlist }));
vi.mock("../requests/requests", () => ({ onCourseRequestConfirmed: done.request }));
vi.mock("../saved/saved", () => ({ onSavedNoteConfirmed: done.saved }));
vi.mock("../study/review-log", () => ({ onReviewEventsConfirmed: done.review }));
vi.mock("../study/study-settings", () => ({ onStudySettingsConfirmed: done.settings }));

const queries = new QueryClient();
const { me: _, ...mocks } = done;
beforeEach(() => {
  for (const mock of Object.values(mocks)) (mock as ReturnType<typeof vi.fn>).mockReset();
  done.me = { uid: "u1" };
});

/** Applies a change and returns the calls that it caused. */
function apply(change: object, result: unknown = "the result") {
  applyConfirmedChange(queries, change as Change, result as never);
  return Object.entries(mocks).flatMap(([name, mock]) =>
    (mock as ReturnType<typeof vi.fn>).mock.calls.map((given) => [name, ...given]),
  );
}

test.each([
  ["like", "like"],
  ["highlight", "highlight"],
  ["bookmark", "bookmark"],
  ["personalCard", "card"],
  ["exam", "exam"],
  ["study", "review"],
  ["createPlaylist", "playlist"],
  ["deletePlaylist", "playlist"],
  ["addToPlaylist", "playlist"],
  ["changePlaylist", "playlist"],
])("S4.out.1 a confirmed change of the kind %s is written with its result", (kind, name) => {
  const change = { kind };
  expect(apply(change)).toEqual([[name, queries, change, "the result"]]);
});

test("S4.out.1 confirmed follows, requests and settings are written by what they contain", () => {
  const follow = { kind: "followCourse", on: true, code: "CS246" };
  expect(apply(follow)).toEqual([["follow", follow]]);
  done.follow.mockReset();
  expect(apply({ kind: "followStudent", username: "ben" })).toEqual([["followStudent", queries, "ben", "the result"]]);
  done.followStudent.mockReset();
  expect(apply({ kind: "wantCourse" })).toEqual([["request", queries, "the result"]]);
  done.request.mockReset();
  expect(apply({ kind: "requestCourse" })).toEqual([["request", queries]]);
  done.request.mockReset();
  expect(apply({ kind: "studySettings" })).toEqual([["settings", queries, "the result"]]);
});

test("S4.out.1 a confirmed note is written for the user who is signed in", () => {
  const change = { kind: "saveNote", noteId: "n1" };
  expect(apply(change, { saved: "the note" })).toEqual([["saved", queries, "u1", "n1", "the note"]]);
  done.saved.mockReset();
  done.me = undefined;
  expect(apply(change, { saved: "the note" })).toEqual([]);
});

test("S4.out.1 a confirmed place in a note refetches the started notes, one in a recording does not", () => {
  const isStale = () => queries.getQueryState(continueReadingQuery.queryKey)?.isInvalidated;
  queries.setQueryData(continueReadingQuery.queryKey, []);
  expect(apply({ kind: "position", position: { audioId: "a1" } })).toEqual([]);
  expect(isStale()).toBe(false);
  expect(apply({ kind: "position", position: { noteId: "n1" } })).toEqual([]);
  expect(isStale()).toBe(true);
});

test("S4.out.1 a confirmed report changes nothing that students see", () => {
  expect(apply({ kind: "report" })).toEqual([]);
});
