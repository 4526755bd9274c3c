import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paths } from "@/lib/urls/paths";
import { RecentlySaved } from "./recently-saved";

const record = vi.hoisted(() => vi.fn());
let notes: object[] = [];
let updates = { deleted: new Map<string, object>(), isPending: false };
vi.mock("@/data/saved/saved", () => ({ useSavedNotes: () => ({ notes }) }));
vi.mock("@/data/notes/note-updates", () => ({ useNoteUpdates: () => updates }));
vi.mock("@/data/notes/notes", () => ({ recordDownload: record }));
vi.mock("@/parts/notes/subject-badge", () => ({ SubjectBadge: () => <i>CS 246</i>, subjectOf: () => "CS246" }));
vi.mock("@/ui/media/note-preview", () => ({
  NotePreview: ({ picture, drawingSeed }: { picture?: { url: string }; drawingSeed: number }) => (
    <b>{`${picture?.url ?? "no picture"} ${drawingSeed}`}</b>
  ),
}));

const note = (id: string) => ({
  originalNoteId: id,
  title: `T${id}`,
  fileUrl: `/f/${id}`,
  previewUrl: `/p/${id}`,
  facts: {},
});
beforeEach(() => {
  record.mockReset();
  updates = { deleted: new Map(), isPending: false };
  notes = ["1", "2", "3", "4", "5"].map(note);
});
afterEach(cleanup);
const show = () =>
  render(
    <MemoryRouter>
      <RecentlySaved />
    </MemoryRouter>,
  );
const rows = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

test("the four most recently saved notes open their files, and opening one counts as a download", () => {
  show();
  expect(rows()).toEqual(["/p/1 0CS 246T1", "/p/2 1CS 246T2", "/p/3 2CS 246T3", "/p/4 3CS 246T4"]);
  expect(screen.getByRole("link", { name: "My Notes" }).getAttribute("href")).toBe(paths.myNotes());
  const link = screen.getByRole("link", { name: "T1" });
  expect([link.getAttribute("href"), link.getAttribute("target"), link.title]).toEqual(["/f/1", "_blank", "T1"]);
  fireEvent.click(link);
  expect(record.mock.calls).toEqual([["1"]]);
});

test("a deleted note links to its copy in My Notes, without its image", () => {
  updates.deleted.set("2", {});
  show();
  expect(rows()[1]).toBe("no picture 1CS 246 DeletedT2");
  const link = screen.getByRole("link", { name: "T2" });
  expect([link.getAttribute("href"), link.title]).toEqual([paths.myNotes(), "T2"]);
});

test.each([
  ["without saved notes", () => (notes = [])],
  ["until it is known which notes are deleted", () => (updates = { ...updates, isPending: true })],
])("%s nothing is shown", (_, prepare) => {
  prepare();
  expect(show().container.textContent).toBe("");
});
