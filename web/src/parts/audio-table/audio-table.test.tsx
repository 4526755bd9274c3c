import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AudioNote } from "@/api/models";
import { player } from "@/player/player";
import { initialState, playerState, resumePositions } from "@/player/store";
import type { AudioRow } from "./audio-row";
import { AudioTable, type AudioTableProps, rowAfterKey } from "./audio-table";

const note = (index: number, change: Partial<AudioNote> = {}): AudioNote => ({
  id: `id${index}`,
  shelf: "deep-dive",
  title: `Title ${index}`,
  description: `About ${index}`,
  subject: "CS246",
  courseCode: "CS246",
  durationSecs: 245,
  fileName: "a.mp3",
  sizeBytes: 1,
  contentType: "audio/mpeg",
  facts: {},
  likes: 0,
  uploadDate: "2026-11-14T12:00:00Z",
  createdAt: "2026-11-14T12:00:00Z",
  uploaderName: "",
  waveformVersion: "v1",
  ...change,
});
const rowOf = (audio: AudioNote): AudioRow => ({ audioId: audio.id, title: audio.title, audio });
const many = (count: number) => Array.from({ length: count }, (_, index) => rowOf(note(index)));

function show(change: Partial<AudioTableProps> = {}) {
  const onPlay = vi.fn();
  const action = {
    label: "Add to playlist",
    render: ({ title }: AudioRow, { tabIndex }: { tabIndex: 0 | -1 }) => (
      <button type="button" tabIndex={tabIndex} aria-label={`Add ${title}`} />
    ),
  };
  const queries = new QueryClient();
  const table = (more: Partial<AudioTableProps>) => (
    <QueryClientProvider client={queries}>
      <AudioTable label="Deep Dive" rows={many(50)} layout="shelf" action={action} onPlay={onPlay} {...more} />
    </QueryClientProvider>
  );
  const { rerender } = render(table(change));
  return {
    onPlay,
    table: screen.getByRole("table", { name: "Deep Dive" }),
    showAgain: (more: Partial<AudioTableProps>) => rerender(table(more)),
  };
}

const focused = () => document.activeElement?.getAttribute("aria-label");
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

beforeEach(() => {
  // jsdom implements neither of them.
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  playerState.set(initialState);
  resumePositions.set(new Map());
});

test("S2.audio.4 S2.audio.5 the table tells screen readers its length and the position of each row", () => {
  const { table } = show({ rowCount: 10_000, rows: many(100) });
  expect(table.getAttribute("aria-rowcount")).toBe("10001");
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["#", "Title", "Likes", "Add to playlist", "Subject", "Date added", "Duration"]);
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.getAttribute("aria-rowindex")).slice(0, 3)).toEqual(["2", "3", "4"]);
  expect(rows.length).toBeLessThanOrEqual(12);
});

test("S9.c.6 S9.c.7 prefetches visible rows once the table has not scrolled for 150 ms", () => {
  vi.useFakeTimers();
  try {
    const prepare = vi.spyOn(player, "prefetch").mockImplementation(() => undefined);
    const { table } = show({ rows: many(50) });
    const list = table.querySelector(".audio-rows");
    if (!list) throw new Error("the table has no rows");
    expect(prepare).toHaveBeenCalledOnce();
    const isScrolling = () => table.classList.contains("is-scrolling");
    expect(isScrolling()).toBe(false);
    fireEvent.scroll(list);
    act(() => vi.advanceTimersByTime(100));
    fireEvent.scroll(list);
    // Each scroll event restarts the delay.
    act(() => vi.advanceTimersByTime(149));
    expect([isScrolling(), prepare.mock.calls.length]).toEqual([true, 1]);
    act(() => vi.advanceTimersByTime(1));
    expect([isScrolling(), prepare.mock.calls.length]).toEqual([false, 2]);
  } finally {
    vi.useRealTimers();
  }
});

test("S9.c.7 a row rendered during scrolling has no buttons until scrolling stops", () => {
  vi.useFakeTimers();
  try {
    vi.spyOn(player, "prefetch").mockImplementation(() => undefined);
    const { table, showAgain } = show();
    const list = table.querySelector(".audio-rows");
    if (!list) throw new Error("the table has no rows");
    expect(screen.queryByLabelText("Add Title 2")).not.toBeNull();
    fireEvent.scroll(list);
    showAgain({ rows: many(60).slice(10) });
    expect(screen.getByRole("button", { name: "Play Title 12" })).toBeDefined();
    expect(screen.queryByLabelText("Add Title 12")).toBeNull();
    act(() => vi.advanceTimersByTime(150));
    expect(screen.queryByLabelText("Add Title 12")).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("S9.c.15 S4.play.13 missing values are shown as unknown", async () => {
  const unknown = note(0, { uploadDate: "", durationSecs: undefined as never });
  show({ rows: [rowOf(unknown)] });
  // The core formats the duration, and it loads asynchronously.
  await screen.findByText("--:--");
  expect(cellsOf(screen.getAllByRole("row")[1] as HTMLElement).slice(4)).toEqual(["CS 246", "Unknown date", "--:--"]);
  cleanup();
  show({ rows: [rowOf(unknown)], layout: "playlist" });
  expect(screen.getByText("Unknown Artist")).toBeDefined();
});

test("a row plays its recording, and the current row is marked and paused by the same button", () => {
  const { onPlay } = show();
  fireEvent.click(screen.getByRole("button", { name: "Play Title 2" }));
  expect(onPlay).toHaveBeenCalledExactlyOnceWith(2);
  act(() => playerState.set({ ...initialState, currentAudio: note(2), isPlaying: true }));
  const row = screen.getByRole("button", { name: "Pause Title 2" }).closest("[role=row]");
  expect(row?.getAttribute("aria-current")).toBe("true");
  expect(row?.querySelectorAll(".playing-bars.is-moving").length).toBeGreaterThan(0);
  act(() => playerState.set({ ...initialState, currentAudio: note(2) }));
  expect(screen.getByRole("button", { name: "Play Title 2" })).toBeDefined();
  expect(row?.querySelector(".is-moving")).toBeNull();
});

test("a finished recording is marked as heard", () => {
  act(() => resumePositions.set(new Map([["id1", { isFinished: true, positionSecs: 240 }]])));
  show();
  expect(screen.getAllByText("Finished").length).toBe(1);
  expect(screen.getByText("Finished").closest("[role=row]")?.textContent).toContain("Title 1");
});

test("only one row is in the tab order, and the arrow keys change which one", () => {
  show();
  const stops = () => screen.getAllByRole("button").filter((button) => button.tabIndex === 0);
  expect(stops().map((button) => button.getAttribute("aria-label"))).toEqual([
    "Play Title 0",
    "Like, 0",
    "Add Title 0",
  ]);
  act(() => screen.getByRole("button", { name: "Play Title 0" }).focus());
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press("ArrowDown");
  expect(focused()).toBe("Play Title 1");
  expect(stops().map((button) => button.getAttribute("aria-label"))).toEqual([
    "Play Title 1",
    "Like, 0",
    "Add Title 1",
  ]);
  press("ArrowRight");
  expect(focused()).toBe("Like, 0");
  press("ArrowRight");
  expect(focused()).toBe("Add Title 1");
  press("ArrowUp");
  expect(focused()).toBe("Play Title 0");
});

test.each([
  ["ArrowDown", 5, 6],
  ["ArrowUp", 0, 0],
  ["ArrowDown", 99, 99],
  ["PageDown", 5, 12],
  ["PageUp", 5, 0],
  ["Home", 50, 0],
  ["End", 50, 99],
  ["a", 50, undefined],
])("%s moves from row %i to %s of 100", (key, from, to) => {
  expect(rowAfterKey(key, from, 100)).toBe(to);
});

test("a deleted recording shows 'Unavailable' and cannot be played, but can be focused", () => {
  show({ rows: [{ audioId: "x", title: "What it was called" }, ...many(2)], layout: "playlist" });
  expect(screen.getByText("Unavailable").tabIndex).toBe(0);
  expect(screen.queryByRole("button", { name: "Play What it was called" })).toBeNull();
  expect(screen.getByText("What it was called")).toBeDefined();
});

test("the next page is loaded near the end of the list, and one more if it was too short", () => {
  const onNearEnd = vi.fn();
  show({ rows: many(20), onNearEnd });
  expect(onNearEnd).toHaveBeenCalled();
  cleanup();
  const quiet = vi.fn();
  show({ rows: many(100), onNearEnd: quiet });
  expect(quiet).not.toHaveBeenCalled();
});
