import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { stubResizeObserver } from "@/ui/testing";
import {
  controls,
  lazyQueue,
  playing,
  resetPlayer,
  set,
  setPosition,
  setWidth,
  showPlayer,
  widths,
} from "./player-ui-testing";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/core/durations", async () => (await import("./player-ui-testing")).durations);
vi.mock("./queue/lazy-queue", async () => (await import("./player-ui-testing")).lazyQueue);
vi.mock("@/parts/report/report", async () => (await import("./player-ui-testing")).report);
vi.mock("@/parts/offline/offline-button", async () => (await import("./player-ui-testing")).offline);
const server = vi.hoisted(() => ({ waveform: vi.fn() }));
vi.mock("@/data/audio/audio", () => ({
  waveformQuery: ({ id }: { id: string }) => ({ queryKey: ["waveform", id], queryFn: () => server.waveform(id) }),
  recordingQuery: (id: string) => ({ queryKey: ["detail", id], queryFn: async () => ({ id }) }),
}));
const online = vi.hoisted(() => ({ is: true }));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => online.is }));
const bookmarks = vi.hoisted(() => ({ newBookmark: vi.fn(), putBookmark: vi.fn(), removeBookmark: vi.fn() }));
vi.mock("@/data/bookmarks/bookmarks", () => bookmarks);
const core = vi.hoisted(() => ({ load: vi.fn(), toast: vi.fn() }));
vi.mock("@/core/player", () => ({ loadPlayer: core.load }));
vi.mock("@/ui/feedback/toast", () => ({ toast: core.toast }));

let player: ReturnType<typeof resetPlayer>;

beforeEach(() => {
  stubResizeObserver();
  for (const each of [...Object.values(bookmarks), core.load, core.toast, server.waveform]) each.mockReset();
  server.waveform.mockResolvedValue({ peaks: [1, 2, 3] });
  online.is = true;
  signInAs({ uid: "u1", name: "Amara" });
  player = resetPlayer();
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const openPopup = async (name: string) => {
  await act(async () => {
    fireEvent.pointerDown(screen.getByRole("button", { name }), { button: 0, ctrlKey: false });
    fireEvent.click(screen.getByRole("button", { name }));
  });
};
const slider = (name: string) => screen.getByRole("slider", { name });
const key = (name: string, target: Element, how: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key: name, ...how });

test("S4.play.10 each layout has the controls for which there is room", async () => {
  await showPlayer(widths.widest);
  const transport = ["Shuffle", "Previous", "Play", "Next", "Repeat: all"];
  expect(controls()).toEqual([
    "Like a1",
    "Add a1",
    ...transport,
    "Speed: 1×",
    "Bookmark this moment",
    "Sleep timer: off",
    "Mute",
    "Queue",
    "More",
  ]);
  act(() => {
    setWidth(widths.wide);
    fireEvent(window, new Event("resize"));
  });
  expect(controls()).toEqual(["Like a1", ...transport, "Speed: 1×", "Bookmark this moment", "Volume", "Queue", "More"]);
  act(() => {
    setWidth(widths.narrow);
    fireEvent(window, new Event("resize"));
  });
  expect(controls()).toEqual([...transport, "Volume", "Queue", "More"]);
  expect(screen.queryByText("0:00")).toBeNull();
  expect(document.documentElement.dataset.player).toBe("bar");
  act(() => {
    setWidth(widths.compact);
    fireEvent(window, new Event("resize"));
  });
  expect(controls()).toEqual(["Open the player: HeapsCS 246 · Deep Dive", "Play", "Next"]);
  expect(document.documentElement.dataset.player).toBe("compact");
});

test("the page leaves no room for the player while nothing was played", async () => {
  const { container } = await showPlayer();
  expect(screen.getByRole("status").textContent).toBe("Now in the player: Heaps");
  set({ currentAudio: undefined });
  expect(container.querySelector(".player")).toBeNull();
  expect(document.documentElement.dataset.player).toBeUndefined();
  expect(screen.getByRole("status").textContent).toBe("");
});

test("the bar shows the title, which leads to the list that plays, and what keeps it from playing", async () => {
  await showPlayer();
  const title = () => document.querySelector(".player-title")?.textContent;
  expect(title()).toBe("HeapsCS 246 · Deep Dive");
  expect(screen.queryByRole("link", { name: "Heaps" })).toBeNull();
  set({ source: { kind: "shelf", id: "deep-dive", title: "Deep Dive", href: "/deep-dive" } });
  expect(screen.getByRole("link", { name: "Heaps" }).getAttribute("href")).toBe("/deep-dive");
  set({ phase: "failed" });
  expect(title()).toBe("HeapsCannot be played");
  online.is = false;
  set({ phase: "idle", isLoading: true });
  expect(title()).toBe("HeapsWaiting for a connection");
  set({ isLoading: false, currentAudio: { ...playing, subject: "Interviews" } });
  expect(title()).toBe("HeapsInterviews · Deep Dive");
});

test("S4.play.10 the transport buttons send their commands", async () => {
  await showPlayer();
  for (const name of ["Shuffle", "Previous", "Play", "Next", "Repeat: all"]) press(name);
  expect([player.shuffle, player.previous, player.toggle, player.next].map(({ mock }) => mock.calls.length)).toEqual([
    1, 1, 1, 1,
  ]);
  expect(player.setRepeat.mock.calls).toEqual([["one"]]);
  fireEvent.pointerEnter(screen.getByRole("region", { name: "Audio player" }));
  expect(player.prefetch.mock.calls).toEqual([[["a1"]]]);
});

test("the seek bar shows the position and the length of the metadata until the file is loaded", async () => {
  await showPlayer();
  setPosition({ positionSecs: 30 });
  expect(slider("Seek").getAttribute("aria-valuemax")).toBe("120");
  expect(slider("Seek").getAttribute("aria-valuetext")).toBe("30 seconds of 120 seconds");
  expect([...document.querySelectorAll(".time")].map((time) => time.textContent)).toEqual(["0:30", "2:00"]);
  setPosition({ durationSecs: 125 });
  expect(slider("Seek").getAttribute("aria-valuemax")).toBe("125");
});

test("S4.play.10 arrow keys seek by 5 s, with Shift by 15 s, within the recording", async () => {
  await showPlayer();
  setPosition({ positionSecs: 10 });
  key("ArrowRight", slider("Seek"));
  key("ArrowUp", slider("Seek"));
  key("ArrowLeft", slider("Seek"));
  key("ArrowDown", slider("Seek"), { shiftKey: true });
  expect(player.seek.mock.calls).toEqual([[15], [15], [5], [0]]);
  setPosition({ positionSecs: 119 });
  key("ArrowRight", slider("Seek"), { shiftKey: true });
  expect(player.seek).toHaveBeenLastCalledWith(120);
  key("ArrowRight", slider("Seek"), { altKey: true });
  expect(player.seek).toHaveBeenCalledTimes(5);
});

test("the seek bar is a waveform where there is room, and a line if it could not be loaded", async () => {
  await showPlayer();
  await vi.waitFor(() => expect(document.querySelector(".slider.pictured")).not.toBeNull());
  expect(server.waveform.mock.calls).toEqual([["a1"]]);
  cleanup();
  server.waveform.mockRejectedValue(new Error("gone"));
  const { queries } = await showPlayer();
  await vi.waitFor(() => expect(queries.getQueryState(["waveform", "a1"])?.status).toBe("error"));
  expect(document.querySelector(".slider.pictured")).toBeNull();
  cleanup();
  server.waveform.mockClear();
  await showPlayer(widths.narrow);
  expect(server.waveform).not.toHaveBeenCalled();
});

test("S4.play.10 volume goes from 0 to 100 percent, and muting shows 0", async () => {
  await showPlayer();
  expect(slider("Volume").getAttribute("aria-valuetext")).toBe("100 percent");
  set({ volume: 0.425 });
  expect(slider("Volume").getAttribute("aria-valuenow")).toBe("43");
  key("ArrowRight", slider("Volume"));
  expect(player.setVolume.mock.calls).toEqual([[0.48]]);
  press("Mute");
  expect(player.setMuted.mock.calls).toEqual([[true]]);
  set({ isMuted: true });
  expect(slider("Volume").getAttribute("aria-valuenow")).toBe("0");
  press("Unmute");
  expect(player.setMuted).toHaveBeenLastCalledWith(false);
});

test.each([
  [{ volume: 0 }, "lucide-volume-x"],
  [{ isMuted: true }, "lucide-volume-x"],
  [{ volume: 0.49 }, "lucide-volume-1"],
  [{ volume: 0.5 }, "lucide-volume-2"],
])("with %o the volume icon is %s", async (state, icon) => {
  await showPlayer();
  set(state);
  expect(screen.getByRole("button", { name: /ute$/ }).querySelector("svg")?.classList.contains(icon)).toBe(true);
});

test("a device that sets its own volume has no slider", async () => {
  await showPlayer(widths.wide);
  await openPopup("Volume");
  expect(within(screen.getByRole("dialog", { name: "Volume" })).getByRole("slider")).toBeDefined();
  cleanup();
  await showPlayer();
  set({ canSetVolume: false });
  expect(screen.queryByRole("slider", { name: "Volume" })).toBeNull();
  act(() => {
    setWidth(widths.wide);
    fireEvent(window, new Event("resize"));
  });
  press("Mute");
  expect(player.setMuted.mock.calls).toEqual([[true]]);
});

test("the speed is chosen, and times can be shown at it", async () => {
  await showPlayer();
  set({ rate: 1.5 });
  setPosition({ positionSecs: 30 });
  await openPopup("Speed: 1.5×");
  const panel = within(screen.getByRole("dialog", { name: "Speed" }));
  expect(panel.getByText("Remembered for Deep Dive")).toBeDefined();
  expect(panel.getByRole("slider").getAttribute("aria-valuetext")).toBe("1.5 times normal speed");
  const presets = panel.getAllByRole("button");
  expect(presets.map((preset) => [preset.textContent, preset.getAttribute("aria-pressed")])).toEqual([
    ["0.75×", "false"],
    ["1×", "false"],
    ["1.25×", "false"],
    ["1.5×", "true"],
    ["2×", "false"],
  ]);
  fireEvent.click(panel.getByRole("button", { name: "Speed 1.25" }));
  expect(player.setRate.mock.calls).toEqual([[1.25]]);
  fireEvent.click(panel.getByRole("checkbox", { name: "Show times at this speed" }));
  expect(document.querySelector(".player-seek .time")?.textContent).toBe("0:20");
  set({ currentAudio: undefined });
});

test("the queue opens beside the page with the focus, and closing gives the focus back", async () => {
  await showPlayer();
  const button = screen.getByRole("button", { name: "Queue" });
  button.focus();
  press("Queue");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Queue" }));
  expect(screen.getByText("The list")).toBeDefined();
  expect([document.documentElement.dataset.queue, button.getAttribute("aria-pressed")]).toEqual(["open", "true"]);
  lazyQueue.isRowMoving.mockReturnValue(true);
  key("Escape", screen.getByRole("heading", { name: "Queue" }));
  expect(screen.queryByText("The list")).not.toBeNull();
  lazyQueue.isRowMoving.mockReturnValue(false);
  key("Escape", screen.getByRole("heading", { name: "Queue" }));
  expect(screen.queryByText("The list")).toBeNull();
  expect(document.documentElement.dataset.queue).toBeUndefined();
  expect(document.activeElement).toBe(button);
  press("Queue");
  screen.getByRole("button", { name: "On the page" }).focus();
  press("Close queue");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "On the page" }));
});

const bookmark = { id: "b1", positionMs: 61_000 };

test("a moment is bookmarked while playback continues, and can be taken back", async () => {
  bookmarks.newBookmark.mockReturnValue(bookmark);
  bookmarks.putBookmark.mockResolvedValue(undefined);
  bookmarks.removeBookmark.mockResolvedValue(undefined);
  core.load.mockResolvedValue({ formatClock: (secs: number) => `at ${secs}` });
  await showPlayer();
  setPosition({ positionSecs: 61 });
  press("Bookmark this moment");
  expect(bookmarks.newBookmark.mock.calls).toEqual([[playing, 61]]);
  expect(bookmarks.putBookmark.mock.calls).toEqual([[bookmark]]);
  await vi.waitFor(() => expect(core.toast).toHaveBeenCalledOnce());
  const [text, options] = core.toast.mock.calls[0] ?? [];
  expect([text, options.kind, options.action.label]).toEqual(["Bookmark at at 61", "success", "Undo"]);
  options.action.onClick();
  expect(bookmarks.removeBookmark.mock.calls).toEqual([[bookmark]]);
});

test("a bookmark that is not saved says why, also where times cannot be shown", async () => {
  bookmarks.newBookmark.mockReturnValue(bookmark);
  bookmarks.putBookmark.mockRejectedValue(new Error("full"));
  core.load.mockRejectedValue(new Error("offline"));
  await showPlayer();
  press("Bookmark this moment");
  await vi.waitFor(() => expect(core.toast).toHaveBeenCalledTimes(2));
  expect(core.toast.mock.calls.map(([text]) => text)).toEqual([
    expect.stringMatching(/^The bookmark was not saved\. ./),
    "Bookmark saved",
  ]);
});

const chapters = ["Rates", "The chain rule", "An example"].map((title, index) => ({ startMs: index * 20_000, title }));

test("S2.chapters.1 chapters are requested when playback begins, and marked on the waveform", async () => {
  server.waveform.mockResolvedValue({ peaks: [1, 2, 3], chapters });
  await showPlayer(widths.narrow);
  expect(server.waveform).not.toHaveBeenCalled();
  set({ isPlaying: true });
  await vi.waitFor(() => expect(player.setChapters).toHaveBeenCalledWith("a1", chapters));
  act(() => {
    setWidth(widths.widest);
    fireEvent(window, new Event("resize"));
  });
  set({ chapters, chapter: 0 });
  setPosition({ durationSecs: 80 });
  await vi.waitFor(() => expect(document.querySelectorAll(".chapter-marks i")).toHaveLength(2));
  const marks = [...document.querySelectorAll<HTMLElement>(".chapter-marks i")];
  expect(marks.map(({ style }) => style.left)).toEqual(["25%", "50%"]);
});

test("S2.chapters.1 the menu of the bar lists the chapters", async () => {
  await showPlayer(widths.widest);
  set({ chapters, chapter: 1 });
  await openPopup("More");
  await act(async () => key("Enter", screen.getByRole("menuitem", { name: "Chapters" })));
  const chapter = screen.getByRole("menuitemradio", { name: "The chain rule" });
  expect(chapter.getAttribute("aria-checked")).toBe("true");
  await act(async () => fireEvent.click(screen.getByRole("menuitemradio", { name: "An example" })));
  expect(player.seek).toHaveBeenCalledWith(40);
});
