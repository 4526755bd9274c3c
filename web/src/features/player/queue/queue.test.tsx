import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queue } from "./queue";

type Track = { id: string; title: string; subject: string };
const track = (place: number): Track => ({ id: `a${place}`, title: `Note ${place}`, subject: "CS246" });
const nothing = {
  list: [] as Track[],
  currentAudio: undefined as Track | undefined,
  index: -1,
  source: undefined as { title: string } | undefined,
  repeat: "off" as "off" | "all" | "one",
  isPlaying: false,
  queueChange: undefined as string | undefined,
};
let playing = nothing;
let finished: string[] = [];

const player = vi.hoisted(() => ({
  playAt: vi.fn(),
  playTrack: vi.fn(),
  remove: vi.fn(),
  clear: vi.fn(),
  move: vi.fn(),
  undoQueueChange: vi.fn(),
}));
let recent: Track[] = [];
vi.mock("@/parts/recent-listening", () => ({ recentTracks: (uid: string) => (uid === "amara" ? recent : []) }));
vi.mock("@/session/session", () => ({ useSession: () => ({ me: { uid: "amara" } }) }));
vi.mock("@/player/player", () => ({
  player,
  useResumePosition: (id: string) => ({ isFinished: finished.includes(id) }),
  usePlayerSelector: (select: (state: object) => unknown) => select(playing),
}));
let slots: { saveAsPlaylist?: (tracks: readonly Track[], onDone: () => void) => ReactNode } = {};
vi.mock("../player-view", () => ({ usePlayerView: () => ({ slots }) }));
vi.mock("../times", () => ({ useProgress: () => ({}), usePlaybackTimes: () => ({ clock: () => "" }) }));
interface SortableListProps {
  items: Track[];
  row: (item: Track, row: { index: number; handle: null }) => ReactNode;
  onMove: (from: number, to: number) => void;
}
vi.mock("@/ui/form/sortable-list", () => ({
  SortableList: ({ items, row, onMove }: SortableListProps) => (
    <>
      <ul>
        {items.map((item, index) => (
          <li key={item.id}>{row(item, { index, handle: null })}</li>
        ))}
      </ul>
      <button type="button" onClick={() => onMove(0, 1)}>
        Move the first down
      </button>
      <button type="button" onClick={() => onMove(2, 1)}>
        Move the third up
      </button>
    </>
  ),
}));

beforeEach(() => {
  vi.clearAllMocks();
  [playing, finished, slots, recent] = [{ ...nothing }, [], {}, []];
});
afterEach(cleanup);

const tracks = (count: number) => Array.from({ length: count }, (_, place) => track(place));
const shown = () => screen.getAllByText(/^Note \d+$/).length;
const titleIn = (button: Element | null) => button?.querySelector(".t")?.textContent;
const titles = () => screen.getAllByRole("button", { name: /^Play/ }).map(titleIn);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("shows 50 tracks of a long queue, and 50 more per click", () => {
  playing = { ...nothing, list: tracks(121), index: 0 };
  render(<Queue />);
  const counts = [shown()];
  fireEvent.click(screen.getByText("Show more"));
  counts.push(shown());
  fireEvent.click(screen.getByText("Show more"));
  counts.push(shown());
  expect(counts).toEqual([50, 100, 120]);
  expect(screen.queryByText("Show more")).toBeNull();
});

test("shows a short queue completely, without a button for more", () => {
  playing = { ...nothing, list: tracks(121), index: 100 };
  render(<Queue />);
  expect(shown()).toBe(20);
  expect(screen.queryByText("Show more")).toBeNull();
});

test.each([
  ["off", "Nothing is up next. Playback stops after this.", "Repeat: off"],
  ["all", "Nothing is up next. Then the list starts over.", "Repeat: all"],
  ["one", "Nothing is up next. This audio note repeats.", "Repeat: one"],
] as const)("at the end of the queue, with repeat %s, shows: %s", (repeat, words, foot) => {
  playing = { ...nothing, list: [track(0)], currentAudio: track(0), index: 0, repeat };
  render(<Queue />);
  expect(screen.getByText(/^Nothing is up next/).textContent).toBe(words);
  expect(screen.getByText(foot)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Clear the queue" })).toBeNull();
});

test.each([
  [true, "Playing"],
  [false, "Paused"],
])("the current track (playing: %s) has the screen reader text: %s", (isPlaying, word) => {
  playing = { ...nothing, list: tracks(2), currentAudio: track(0), index: 0, isPlaying };
  render(<Queue />);
  expect(screen.getByRole("heading", { name: "Now playing" })).toBeDefined();
  expect(screen.getByText(/^(?:Playing|Paused)$/).textContent).toBe(word);
});

test("while nothing plays, only the next tracks and their source are shown", () => {
  playing = { ...nothing, list: tracks(2), source: { title: "Finals" } };
  render(<Queue />);
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["Next in Finals"]);
  expect(screen.getByText("2 audio notes left")).toBeDefined();
  cleanup();
  playing = { ...nothing, list: tracks(2), index: 0 };
  render(<Queue />);
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["Next"]);
  expect(screen.getByText("1 audio note left")).toBeDefined();
});

test("a row plays its track, moves it within the whole list, and shows whether it was finished", () => {
  playing = { ...nothing, list: tracks(4), index: 1 };
  finished = ["a3"];
  render(<Queue />);
  expect(titles()).toEqual(["Note 2", "Note 3"]);
  press(/^Play ?Note 3/);
  expect(player.playAt.mock.calls).toEqual([[3]]);
  press("Move the first down");
  press("Move the third up");
  expect(player.move.mock.calls).toEqual([
    [2, 3],
    [4, 3],
  ]);
  const marked = screen.getAllByText("Finished").map((mark) => titleIn(mark.closest("button")));
  expect(marked).toEqual(["Note 3"]);
});

test("S4.queue.1 a change can be undone: for eight seconds below the queue, and afterwards above it", () => {
  vi.useFakeTimers();
  playing = { ...nothing, list: tracks(4), index: 0 };
  const { rerender } = render(<Queue />);
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.queryByTitle("Undo last change")).toBeNull();
  press("Remove Note 2 from the queue");
  expect(player.remove.mock.calls).toEqual([[2]]);
  playing = { ...playing, queueChange: "Removed Note 2" };
  rerender(<Queue />);
  expect(screen.getByRole("status").textContent).toBe("Removed Note 2Undo");
  press("Undo");
  expect(player.undoQueueChange).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Next" }));
  act(() => vi.advanceTimersByTime(7999));
  expect(screen.getByRole("status").textContent).toBe("Removed Note 2Undo");
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("status").textContent).toBe("");
  press("Undo: Removed Note 2");
  expect(player.undoQueueChange).toHaveBeenCalledTimes(2);
  playing = { ...playing, queueChange: undefined };
  rerender(<Queue />);
  expect(screen.queryByTitle("Undo last change")).toBeNull();
  vi.useRealTimers();
});

test("a change made before the queue was opened is not announced, and can be undone", () => {
  playing = { ...nothing, list: tracks(2), index: 0, queueChange: "Now playing Finals" };
  render(<Queue />);
  expect(screen.getByRole("status").textContent).toBe("");
  expect(screen.getByRole("button", { name: "Undo: Now playing Finals" })).toBeDefined();
});

test("S4.queue.4 lists the tracks that were played before the current one, and plays one", () => {
  recent = tracks(13);
  playing = { ...nothing, list: tracks(1), currentAudio: track(0), index: 0 };
  render(<Queue />);
  const list = within(screen.getByRole("region", { name: "Recently played" }));
  expect(list.getAllByRole("button").map(titleIn)).toEqual(
    tracks(11)
      .slice(1)
      .map(({ title }) => title),
  );
  fireEvent.click(list.getByRole("button", { name: /^Play ?Note 7/ }));
  expect(player.playTrack).toHaveBeenCalledExactlyOnceWith(
    track(7),
    expect.objectContaining({ title: "Recently played" }),
  );
  cleanup();
  recent = [track(0)];
  render(<Queue />);
  expect(screen.queryByRole("region", { name: "Recently played" })).toBeNull();
});

test("removing a row by keyboard focuses the next row, or the previous one after the last row", () => {
  playing = { ...nothing, list: tracks(4), index: 0 };
  render(<Queue />);
  press("Remove Note 2 from the queue");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove Note 3 from the queue");
  press("Remove Note 3 from the queue");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove Note 2 from the queue");
});

test("clearing the queue moves the focus to its heading", () => {
  playing = { ...nothing, list: tracks(4), currentAudio: track(1), index: 1 };
  render(<Queue />);
  press("Clear the queue");
  expect(player.clear).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Next" }));
});

test("a queue can be saved as a playlist if that is offered and it is not empty", () => {
  slots = {
    saveAsPlaylist: (list, onDone) => (
      <button type="button" onClick={onDone}>
        Save these {list.length}
      </button>
    ),
  };
  render(<Queue />);
  expect(screen.getByText(/^Nothing is up next/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Save as playlist" })).toBeNull();
  cleanup();
  playing = { ...nothing, list: tracks(4), index: 1 };
  render(<Queue />);
  expect(screen.queryByRole("button", { name: "Save these 4" })).toBeNull();
  press("Save as playlist");
  press("Save these 4");
  expect(screen.queryByRole("button", { name: "Save these 4" })).toBeNull();
});

test.each([
  ["off", "Nothing is up next. Playback stops after this."],
  ["all", "Nothing is up next. Then the list starts over."],
  ["one", "Nothing is up next. This audio note repeats."],
] as const)("with the repeat mode %s, the end of the queue says what follows", (repeat, text) => {
  playing = { ...nothing, list: tracks(1), index: 0, repeat };
  render(<Queue />);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText("0 audio notes left")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Clear the queue" })).toBeNull();
});

test.each([
  [true, "Playing"],
  [false, "Paused"],
])("whether the current track plays (%s) is told as %s", (isPlaying, text) => {
  playing = { ...nothing, list: tracks(2), index: 0, currentAudio: track(0), isPlaying, source: { title: "Heaps" } };
  render(<Queue />);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual([
    "Now playing",
    "Next in Heaps",
  ]);
});

test("a row is removed at its place in the whole list", () => {
  playing = { ...nothing, list: tracks(4), index: 1 };
  render(<Queue />);
  const remove = screen.getByRole("button", { name: "Remove Note 3 from the queue" });
  expect(remove.title).toBe("Remove from the queue");
  fireEvent.click(remove);
  expect(player.remove.mock.calls).toEqual([[3]]);
});
