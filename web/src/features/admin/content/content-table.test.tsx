import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { ContentEntry } from "@/data/admin/admin";
import type { Selection } from "../use-selection";
import { AccessibilityDialog } from "./accessibility";
import { accessibilityCsv } from "./accessibility-csv";
import { ContentTable } from "./content-table";

const note: ContentEntry = {
  kind: "note",
  id: "n1",
  title: "Heaps",
  place: "CS246",
  part: "Chapter 2",
  fileName: "heaps.pdf",
  sizeBytes: 2048,
  uploadDate: "2026-11-14T12:00:00Z",
  uploaderName: "Ben",
} as ContentEntry;
const finding = { check: "tagged", outcome: "problem", count: 2, pages: "1, 3" };
const checked = { ...note, accessibility: { findings: [finding] } } as unknown as ContentEntry;
const audio = {
  ...note,
  kind: "audio",
  id: "a1",
  title: "Trees",
  place: "deep-dive",
  part: "Deep Dive",
} as ContentEntry;
const actions = {
  onPlace: vi.fn(),
  onEdit: vi.fn(),
  onReplace: vi.fn(),
  onTranscript: vi.fn(),
  onAccessibility: vi.fn(),
  onChapters: vi.fn(),
  onTrash: vi.fn(),
};
const selection = {
  has: ({ id }: ContentEntry) => id === "n1",
  toggle: vi.fn(),
  toggleAll: vi.fn(),
  selected: [note],
} as unknown as Selection<ContentEntry>;

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const show = (...entries: ContentEntry[]) =>
  render(
    <MemoryRouter>
      <ContentTable entries={entries} selection={selection} {...actions} />
    </MemoryRouter>,
  );
const rows = () => screen.getAllByRole("row").slice(1);
const cells = (row = 0) => [...(rows()[row]?.children ?? [])].map(({ textContent }) => textContent);

test("S6.adm.5 a row has the file, place, size and day of an item, and links to it", () => {
  show(note);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "",
    "Title",
    "Place",
    "Accessibility",
    "Size",
    "Uploaded",
    "Actions",
  ]);
  expect(cells().slice(1, 6)).toEqual([
    "HeapsCourse note · CS 246 · heaps.pdf",
    "CS 246Chapter 2",
    "Not checked yet",
    "2 KB",
    "14 Nov 2026Ben",
  ]);
  expect(screen.getByRole("link", { name: "Heaps" }).getAttribute("href")).toBe("/download/n1");
  expect(screen.getByTitle("heaps.pdf").textContent).toContain("Course note");
  expect([screen.getByTitle("Chapter 2").tagName, screen.getByTitle("Ben").tagName]).toEqual(["SPAN", "SPAN"]);
});

test("S6.adm.5 selected rows are marked, and have boxes with the titles", () => {
  show(note, audio);
  expect(rows().map(({ className }) => className)).toEqual(["on", ""]);
  expect(screen.getByRole("checkbox", { name: "Select all shown" })).toBeDefined();
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  expect([box("Select Heaps").checked, box("Select Trees").checked]).toEqual([true, false]);
});

test("S6.adm.5 a place narrows the list, and a part with the same name is not repeated", () => {
  show(note, audio);
  expect(cells(1)[2]).toBe("Deep Dive");
  const place = screen.getByRole("button", { name: "CS 246" });
  expect(place.title).toBe("Show only CS 246");
  fireEvent.click(place);
  expect(actions.onPlace.mock.calls).toEqual([["CS246"]]);
});

test("S6.adm.35 notes open their accessibility report, and recordings have none", () => {
  show(checked, audio);
  fireEvent.click(screen.getByRole("button", { name: "Accessibility of Heaps: 1 problem" }));
  expect(actions.onAccessibility.mock.calls).toEqual([[checked]]);
  expect(cells(1)[3]).toBe("");
});

async function openMenu(title: string) {
  const button = screen.getByRole("button", { name: `Actions for ${title}` });
  fireEvent.keyDown(button, { key: "Enter" });
  return within(await screen.findByRole("menu"));
}

test.each([
  [note, ["Edit", "Replace file", "Accessibility", "Move to trash"]],
  [audio, ["Edit", "Replace file", "Transcript", "Chapters", "Move to trash"]],
])("S6.adm.5 the menu of an item has its actions", async (entry, names) => {
  show(entry);
  const menu = await openMenu(entry.title);
  expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(names);
});

test.each([
  ["Edit", actions.onEdit],
  ["Replace file", actions.onReplace],
  ["Transcript", actions.onTranscript],
  ["Chapters", actions.onChapters],
  ["Move to trash", actions.onTrash],
])("S6.adm.5 the action “%s” is about its recording", async (name, action) => {
  show(audio);
  const menu = await openMenu("Trees");
  fireEvent.click(menu.getByRole("menuitem", { name }));
  expect(action.mock.calls).toEqual([[audio]]);
  expect(Object.values(actions).reduce((sum, each) => sum + each.mock.calls.length, 0)).toBe(1);
});

test("S6.adm.35 the report of a note says what the checks found, or why there is none", () => {
  const onClose = vi.fn();
  render(<AccessibilityDialog entry={checked} onClose={onClose} />);
  expect(screen.getByRole("dialog", { name: "Accessibility of “Heaps”" }).textContent).toContain(
    "Results of the automatic checks of heaps.pdf. They cannot decide everything",
  );
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  cleanup();
  render(<AccessibilityDialog entry={note} onClose={onClose} />);
  expect(screen.getByRole("dialog").textContent).toContain(
    "Not checked yet. The file was published before there were checks, or its text cannot be read.",
  );
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("S6.adm.35 the CSV has a row for each note, with the result of each check", () => {
  const only = { ...finding, check: "title", outcome: "undecided", count: 0, pages: undefined };
  const some = { ...checked, accessibility: { findings: [finding, only] } } as unknown as ContentEntry;
  const lines = accessibilityCsv([some, audio, note]).split("\r\n");
  expect(lines).toHaveLength(4);
  const [head = "", first = "", second = ""] = lines;
  expect(head.startsWith('\uFEFF"Title","Place","Part","File","Uploaded","Result",')).toBe(true);
  expect(first).toMatch(/^"Heaps","CS 246","Chapter 2","heaps\.pdf","2026-11-14T12:00:00Z","1 problem, 1 to check",/);
  expect(first).toContain('"problem; 2; pages 1, 3"');
  expect(first).toContain('"undecided"');
  expect(first).toContain('"passed"');
  expect(second).toMatch(/"Not checked yet"(,"")+$/);
});

test.each([
  ["=1+1", "'=1+1"],
  ["a;=1", "a;'=1"],
  ["  -1", "'  -1"],
  ['say "hi"', 'say ""hi""'],
  ["a = b", "a = b"],
])("S6.adm.35 the title %j is safe in a spreadsheet", (title, cell) => {
  expect(accessibilityCsv([{ ...note, title }])).toContain(`\r\n"${cell}",`);
});
