import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useGroups } from "./use-groups";

const page = { note: "n1", title: "Pointers", place: "CS246", page: 2, snippet: "Owned", ranges: [], mark: "owned" };
const course = { code: "CS246", title: "Owned things", titleRanges: [], codeRanges: [] };
const nothingYet = { pages: undefined as object[] | undefined, isPending: true, isStale: false, isError: false };
let inside = nothingYet;
let hits: object[] = [];
const album = { id: "a1", title: "Owned", titleRanges: [], isAsTyped: false };
let albums: object[] = [];
const answered = (data: object) => ({
  isEnabled: true,
  isPending: false,
  isPlaceholderData: false,
  isError: false,
  data,
});
vi.mock("@/core/queries", () => ({
  useSearch: () => answered({ hits }),
  useFound: () => answered({ audio: [], albums, playlists: [] }),
}));
vi.mock("@/parts/found-notes", () => ({ useFoundNotes: () => answered({ notes: [] }) }));
vi.mock("@/parts/inside/use-inside", () => ({ useMyInside: () => inside }));
vi.mock("@/parts/recent-searches", () => ({ rememberSearch: () => undefined }));
vi.mock("./use-recent", () => ({ useRecent: () => [] }));
vi.mock("./use-actions", () => ({ useActions: () => [] }));

const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
const asked = (text: string) => {
  const asking = { text, onText: () => undefined, uid: "u1", who: "member" as const, onLogOut: () => undefined };
  return renderHook(() => useGroups(asking), { wrapper }).result.current;
};
const titles = (text: string) => asked(text).groups.map(({ title }) => title);

beforeEach(() => {
  inside = nothingYet;
  hits = [{ ...course, isAsTyped: true }];
  albums = [album];
});

test("S2.find.5 the pages of notes keep no course waiting, and stand below the courses", () => {
  expect(titles("owned")).toEqual(["Study guides", "Albums"]);
  expect(asked("owned")).toMatchObject({ isPending: false, isStale: false });
  inside = { ...nothingYet, pages: [page], isPending: false };
  expect(titles("owned")).toEqual(["Study guides", "Inside notes", "Albums"]);
  // Also where the courses only resemble what was typed.
  hits = [{ ...course, isAsTyped: false }];
  expect(titles("owned")).toEqual(["Study guides", "Inside notes", "Albums"]);
  // Pages of what was typed before do not make Enter wait for a course.
  inside = { ...inside, isStale: true };
  expect(asked("owned").isStale).toBe(false);
});

test("S2.find.5 nothing is said to be found while pages of notes are still sought and there is nothing else", () => {
  [hits, albums] = [[], []];
  expect(asked("zzz")).toMatchObject({ groups: [], isPending: true });
  inside = { ...nothingYet, pages: [page], isPending: false };
  expect(titles("zzz")).toEqual(["Inside notes"]);
  // What comes first is what Enter opens, so it must be of what was typed last.
  inside = { ...inside, isStale: true };
  expect(asked("zzz").isStale).toBe(true);
});
