import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { stubResizeObserver } from "@/ui/testing";
import { lazyQueue, playing, resetPlayer, set, setPosition, showPlayer, widths } from "./player-ui-testing";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/core/durations", async () => (await import("./player-ui-testing")).durations);
vi.mock("./queue/lazy-queue", async () => (await import("./player-ui-testing")).lazyQueue);
vi.mock("@/parts/report/report", async () => (await import("./player-ui-testing")).report);
vi.mock("@/parts/offline/offline-button", async () => (await import("./player-ui-testing")).offline);
vi.mock("@/data/audio/audio", () => ({
  waveformQuery: ({ id }: { id: string }) => ({ queryKey: ["waveform", id], queryFn: async () => ({ peaks: [] }) }),
  recordingQuery: (id: string) => ({ queryKey: ["detail", id], queryFn: async () => ({ id, ...recording }) }),
}));
vi.mock("./lazy-transcript", () => ({
  LazyTranscript: ({ audio }: { audio: { id: string } }) => <p>Transcript of {audio.id}</p>,
}));
const recording: { transcriptId?: string } = vi.hoisted(() => ({}));
const bookmarkNow = vi.hoisted(() => vi.fn());
vi.mock("./controls/bookmark", () => ({ bookmarkNow, BookmarkButton: () => <button type="button">Bookmark</button> }));

let player: ReturnType<typeof resetPlayer>;

beforeEach(() => {
  stubResizeObserver();
  bookmarkNow.mockReset();
  delete recording.transcriptId;
  Element.prototype.setPointerCapture = () => undefined;
  signInAs({ uid: "u1", name: "Amara" });
  player = resetPlayer();
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

const source = { kind: "shelf", id: "deep-dive", title: "Deep Dive", href: "/deep-dive" } as const;
const sheet = () => screen.queryByRole("dialog");
const inSheet = () => within(screen.getByRole("dialog"));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function openSheet() {
  const shown = await showPlayer(widths.compact);
  await act(async () => press("Open the player:HeapsCS 246 · Deep Dive"));
  expect(sheet()).not.toBeNull();
  return shown;
}

test("S4.play.11 on a phone the sheet shows the recording with its controls", async () => {
  await openSheet();
  setPosition({ positionSecs: 30.4 });
  expect(screen.getByRole("dialog", { name: "Now playing" })).toBeDefined();
  expect(inSheet().getByRole("heading", { name: "Heaps", level: 2 })).toBeDefined();
  expect(inSheet().getByText("CS 246 · Ben")).toBeDefined();
  expect(document.querySelector(".sheet-seek p")?.textContent).toContain("-1:30");
  expect(inSheet().getByText("Like a1")).toBeDefined();
  expect(document.documentElement.dataset.player).toBe("sheet");
  for (const name of ["Back 15 seconds", "Forward 30 seconds"])
    fireEvent.click(inSheet().getByRole("button", { name }));
  expect([player.jumpBack.mock.calls.length, player.jumpForward.mock.calls.length]).toEqual([1, 1]);
  expect(inSheet().getByRole("slider", { name: "Volume" })).toBeDefined();
  set({ source, canSetVolume: false, phase: "failed", currentAudio: { ...playing, uploaderName: "" } });
  expect(screen.getByRole("dialog", { name: "Deep Dive" })).toBeDefined();
  expect(inSheet().queryByRole("slider", { name: "Volume" })).toBeNull();
  expect(inSheet().getByText("Cannot be played")).toBeDefined();
});

test("the rest of a recording is never negative", async () => {
  await openSheet();
  setPosition({ positionSecs: 130 });
  expect(document.querySelector(".sheet-seek p")?.textContent).toContain("-0:00");
});

test("the sheet switches to the queue and closes with its button", async () => {
  const { router } = await openSheet();
  fireEvent.click(inSheet().getByRole("button", { name: "Queue" }));
  expect(inSheet().getByText("The list")).toBeDefined();
  expect(inSheet().queryByRole("heading", { level: 2, name: "Heaps" })).toBeNull();
  fireEvent.click(inSheet().getByRole("button", { name: "Queue" }));
  expect(inSheet().queryByText("The list")).toBeNull();
  await act(async () => fireEvent.click(inSheet().getByRole("button", { name: "Close player" })));
  expect(sheet()).toBeNull();
  expect(router.state.location.pathname).toBe("/page");
});

test("Escape closes the sheet, unless a row of the queue is moving", async () => {
  await openSheet();
  lazyQueue.isRowMoving.mockReturnValue(true);
  await act(async () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" }));
  expect(sheet()).not.toBeNull();
  lazyQueue.isRowMoving.mockReturnValue(false);
  await act(async () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" }));
  expect(sheet()).toBeNull();
});

const head = () => document.querySelector(".sheet-head") as HTMLElement;
async function pull(down: number, target: Element = head()) {
  fireEvent.pointerDown(target, { clientY: 100, pointerId: 1 });
  fireEvent.pointerMove(head(), { clientY: 100 + down, pointerId: 1 });
  const moved = screen.getByRole("dialog").style.transform;
  await act(async () => fireEvent.lostPointerCapture(head(), { pointerId: 1 }));
  return moved;
}

test("the sheet follows a finger and closes after 72 px", async () => {
  await openSheet();
  expect(await pull(-20)).toBe("");
  expect(await pull(71)).toBe("translateY(71px)");
  expect(screen.getByRole("dialog").style.transform).toBe("");
  expect(await pull(90, inSheet().getByRole("button", { name: "Queue" }))).toBe("");
  expect(sheet()).not.toBeNull();
  expect(await pull(72)).toBe("translateY(72px)");
  expect(sheet()).toBeNull();
});

/** Opens the menu and returns the names of its items. */
async function openMenu() {
  // A menu that is still closing ignores the key.
  const items = await vi.waitFor(async () => {
    await act(async () => {
      fireEvent.keyDown(screen.getByRole("button", { name: "More" }), { key: "Enter" });
    });
    return screen.getAllByRole("menuitem");
  });
  return items.map((item) => item.textContent);
}
const choose = (name: string) => act(async () => fireEvent.click(screen.getByRole("menuitem", { name })));

test("the menu has the controls for which a layout has no room", async () => {
  await showPlayer(widths.narrow);
  set({ source, rate: 1.25 });
  const rest = ["Go to Deep Dive", "About this audio note", "Keyboard shortcuts", "Stop and close"];
  expect(await openMenu()).toEqual([
    "Back 15 seconds",
    "Forward 30 seconds",
    "Speed: 1.25×",
    "Bookmark this moment",
    "Sleep timer: off",
    ...rest,
  ]);
  cleanup();
  await showPlayer(widths.widest);
  expect(await openMenu()).toEqual(["Back 15 seconds", "Forward 30 seconds", ...rest]);
  cleanup();
  set({ source: undefined });
  await openSheet();
  expect(await openMenu()).toEqual(["About this audio note", "Keyboard shortcuts", "Stop and close"]);
  expect(screen.getByText("Keeps a1")).toBeDefined();
  expect(screen.getByText("Reports a1")).toBeDefined();
});

test("the menu jumps, bookmarks, and leads to the list and to the recording", async () => {
  const { router } = await showPlayer(widths.narrow);
  set({ source });
  await openMenu();
  await choose("Back 15 seconds");
  await openMenu();
  await choose("Forward 30 seconds");
  await openMenu();
  await choose("Bookmark this moment");
  expect([player.jumpBack, player.jumpForward, bookmarkNow].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  await openMenu();
  await choose("Go to Deep Dive");
  expect(router.state.location.pathname).toBe("/deep-dive");
  await openMenu();
  await choose("About this audio note");
  expect(router.state.location.pathname).toBe("/audio/a1");
  await act(() => router.navigate(-2));
  expect(router.state.location.pathname).toBe("/page");
});

test("a page that the sheet leads to replaces the sheet in the history", async () => {
  const { router } = await openSheet();
  await openMenu();
  await choose("About this audio note");
  expect(router.state.location.pathname).toBe("/audio/a1");
  expect(sheet()).toBeNull();
  await act(() => router.navigate(-1));
  expect([router.state.location.pathname, sheet()]).toEqual(["/page", null]);
});

test("the menu of the speed sets it, and shows times at it", async () => {
  await showPlayer(widths.narrow);
  await openMenu();
  await act(async () => fireEvent.keyDown(screen.getByRole("menuitem", { name: "Speed: 1×" }), { key: "ArrowRight" }));
  const speeds = screen.getAllByRole("menuitemradio");
  expect(speeds.map((speed) => speed.textContent)).toEqual([
    "0.5×",
    "0.75×",
    "1×",
    "1.25×",
    "1.5×",
    "1.75×",
    "2×",
    "2.5×",
    "3×",
  ]);
  expect(screen.getByRole("menuitemradio", { name: "1×" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.getByRole("group", { name: "Speed" })).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole("menuitemradio", { name: "2×" })));
  expect(player.setRate.mock.calls).toEqual([[2]]);
  await openMenu();
  await act(async () => fireEvent.keyDown(screen.getByRole("menuitem", { name: "Speed: 1×" }), { key: "ArrowRight" }));
  const times = screen.getByRole("menuitemcheckbox", { name: "Show times at this speed" });
  expect(times.getAttribute("aria-checked")).toBe("false");
  await act(async () => fireEvent.click(times));
  expect(localStorage.getItem("nn:u:u1:player-times-at-rate")).toBe("true");
});

test("stopping closes the sheet and empties the player, and shortcuts are listed", async () => {
  await openSheet();
  await openMenu();
  await choose("Stop and close");
  expect(player.reset).toHaveBeenCalledOnce();
  expect(sheet()).toBeNull();
  cleanup();
  await showPlayer(widths.narrow);
  await openMenu();
  await choose("Keyboard shortcuts");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeDefined();
});

test("S2.transcript.1 the sheet shows the transcript of a recording that has one, instead of the queue", async () => {
  recording.transcriptId = "t1";
  await openSheet();
  fireEvent.click(await screen.findByRole("button", { name: "Transcript" }));
  expect(inSheet().getByText("Transcript of a1")).toBeDefined();
  fireEvent.click(inSheet().getByRole("button", { name: "Queue" }));
  expect(inSheet().queryByText("Transcript of a1")).toBeNull();
  fireEvent.click(inSheet().getByRole("button", { name: "Transcript" }));
  expect(inSheet().queryByText("The list")).toBeNull();
  expect(inSheet().getByText("Transcript of a1")).toBeDefined();
  fireEvent.click(inSheet().getByRole("button", { name: "Transcript" }));
  expect(inSheet().getByRole("heading", { name: "Heaps", level: 2 })).toBeDefined();
});

const chapters = ["Rates", "The chain rule", "An example"].map((title, index) => ({ startMs: index * 20_000, title }));

test("S2.chapters.1 the sheet shows the current chapter between buttons, and the list of chapters", async () => {
  await openSheet();
  expect(inSheet().queryByRole("button", { name: "Next chapter" })).toBeNull();
  set({ chapters, chapter: 1 });
  press("Next chapter");
  // The button is disabled in the last chapter and must not lose the focus to the page.
  expect(document.activeElement).toBe(inSheet().getByRole("button", { name: "The chain rule, show all chapters" }));
  press("Previous chapter");
  expect([player.nextChapter.mock.calls.length, player.previousChapter.mock.calls.length]).toEqual([1, 1]);
  press("The chain rule, show all chapters");
  const items = inSheet().getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual(["0:00Rates", "0:20The chain rule", "0:40An example"]);
  expect(inSheet().getByRole("button", { current: true }).textContent).toBe("0:20The chain rule");
  fireEvent.click(within(items[2] as HTMLElement).getByRole("button"));
  expect(player.seek).toHaveBeenCalledWith(40);
  press("Back to the player");
  set({ chapter: 2 });
  expect(inSheet().getByRole("button", { name: "Next chapter" })).toHaveProperty("disabled", true);
  set({ chapter: -1 });
  expect(inSheet().getByRole("button", { name: "Previous chapter" })).toHaveProperty("disabled", true);
  expect(inSheet().getByRole("button", { name: "Chapters, show all chapters" })).toBeDefined();
});
