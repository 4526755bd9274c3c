import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { Role } from "./nav-targets";
import { useCommandGroups } from "./use-command-groups";

const page = { note: "n1", title: "Pointers", place: "CS246", page: 2, snippet: "Owned", ranges: [], mark: "owned" };
const course = { code: "CS246", title: "Owned things", titleRanges: [], codeRanges: [] };
const nothingYet = { pages: undefined as object[] | undefined, isPending: true, isStale: false, isError: false };
let inside = nothingYet;
let transcripts = nothingYet;
let hits: object[] = [];
const album = { id: "a1", title: "Owned", titleRanges: [], isAsTyped: false };
let albums: object[] = [];
let playlists: object[] = [];
const note = { id: "n2", title: "Owned notes", titleRanges: [], subject: "CS 246", subjectRanges: [], place: "CS246" };
let notes: object[] = [];
/** True if the note query is enabled: for members with a query. */
let areNotesAsked = true;
const answered = (data: object, isEnabled = true) => ({
  isEnabled,
  isPending: false,
  isPlaceholderData: false,
  isError: false,
  data,
});
vi.mock("@/core/search/queries", () => ({
  useSearch: () => answered({ hits }),
  useLibrarySearch: () => answered({ audio: [], albums, playlists }),
}));
vi.mock("@/parts/member-note-search", () => ({ useMemberNoteSearch: () => answered({ notes }, areNotesAsked) }));
vi.mock("@/parts/full-text/use-full-text-search", () => ({
  useMyFullTextSearch: () => inside,
  useMyTranscriptSearch: () => transcripts,
}));
const { playHit } = vi.hoisted(() => ({ playHit: vi.fn() }));
vi.mock("@/parts/full-text/recording-hit", async (original) => ({
  ...(await original<typeof import("@/parts/full-text/recording-hit")>()),
  usePlayRecordingHit: () => playHit,
}));
vi.mock("@/parts/recent-searches", () => ({ recordSearch: () => undefined }));
vi.mock("./use-recent", () => ({ useRecent: () => [] }));
vi.mock("./use-actions", () => ({ useActions: () => [] }));

const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
const asked = (text: string, who: Role = "member") => {
  const asking = { text, onText: () => undefined, uid: "u1", who, onSignOut: () => undefined };
  return renderHook(() => useCommandGroups(asking), { wrapper }).result.current;
};
const titles = (text: string, who?: Role) => asked(text, who).groups.map(({ title }) => title);

beforeEach(() => {
  [inside, transcripts] = [nothingYet, { ...nothingYet, isPending: false }];
  hits = [{ ...course, isAsTyped: true }];
  albums = [album];
  [playlists, notes, areNotesAsked] = [[], [], true];
});

test("S2.find.5 full-text matches do not delay courses, and are listed below them", () => {
  expect(titles("owned")).toEqual(["Study guides", "Albums"]);
  expect(asked("owned")).toMatchObject({ isPending: false, isStale: false });
  inside = { ...nothingYet, pages: [page], isPending: false };
  expect(titles("owned")).toEqual(["Study guides", "Inside notes", "Albums"]);
  // This also applies if the courses match only approximately.
  hits = [{ ...course, isAsTyped: false }];
  expect(titles("owned")).toEqual(["Study guides", "Inside notes", "Albums"]);
  // Stale pages do not delay Enter if a course comes first.
  inside = { ...inside, isStale: true };
  expect(asked("owned").isStale).toBe(false);
});

test("S2.find.5 reports no matches only once the full-text search has finished", () => {
  [hits, albums] = [[], []];
  expect(asked("zzz")).toMatchObject({ groups: [], isPending: true });
  inside = { ...nothingYet, pages: [page], isPending: false };
  expect(titles("zzz")).toEqual(["Inside notes"]);
  // Enter opens the first result, so it must match the current query.
  inside = { ...inside, isStale: true };
  expect(asked("zzz").isStale).toBe(true);
});

test("S2.heard.2 passages of recordings are listed after pages, and play from their start time", () => {
  const passage = { ...page, note: "r1", title: "Spoken", place: "audio_CS246", page: 752 };
  inside = { ...nothingYet, pages: [page], isPending: false };
  transcripts = { ...nothingYet, pages: [passage], isPending: false };
  expect(titles("owned")).toEqual(["Study guides", "Inside notes", "Inside audio notes", "Albums"]);
  const { groups } = asked("owned");
  act(() => groups[2]?.commands[0]?.run());
  expect(playHit).toHaveBeenCalledWith(passage);
});

test("an empty box offers pages only, without earlier results", () => {
  notes = [{ ...note, isAsTyped: true }];
  expect(titles("owned")).toEqual(["Study guides", "Notes", "Albums"]);
  areNotesAsked = false;
  expect(titles("")).toEqual(["Pages"]);
  expect(titles("  ")).toEqual(["Pages"]);
});

test("notes found by a member are hidden after sign-out", () => {
  notes = [{ ...note, isAsTyped: true }];
  expect(titles("owned")).toContain("Notes");
  areNotesAsked = false;
  expect(titles("owned", "visitor")).toEqual(["Study guides", "Albums"]);
});

test("playlists are offered to members only", () => {
  playlists = [{ id: "p1", title: "Owned list", titleRanges: [], isAsTyped: true }];
  expect(titles("owned")).toEqual(["Study guides", "Playlists", "Albums"]);
  expect(titles("owned", "visitor")).toEqual(["Study guides", "Albums"]);
});

test("lists at most six courses, so that other groups stay visible", () => {
  hits = Array.from({ length: 9 }, (_, at) => ({ ...course, code: `CS24${at}`, isAsTyped: true }));
  const [guides] = asked("owned").groups;
  expect(guides?.commands.map(({ key }) => key)).toEqual(["CS240", "CS241", "CS242", "CS243", "CS244", "CS245"]);
});

test("a complete page name lists pages first, a partial one last", () => {
  expect(titles("my notes")).toEqual(["Pages", "Study guides", "Albums"]);
  expect(titles("my not")).toEqual(["Study guides", "Albums", "Pages"]);
});
