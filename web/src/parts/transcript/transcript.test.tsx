// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import type { AudioNote } from "@/api/models";
import { signInAs } from "@/api/testing";
import type { Transcript as TranscriptData } from "@/data/transcripts/transcripts";
import { player } from "@/player/player";
import { initialPosition, initialState, playerPosition, playerState } from "@/player/store";
import { stubResizeObserver } from "@/ui/testing";
import { Transcript } from "./transcript";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/core/durations", () => ({
  useDurations: () => ({ clock: (secs: number) => `${secs} s`, spoken: (secs: number) => `${secs} seconds` }),
}));

const audio = { id: "a1", title: "Limits", subject: "MATH 137", shelf: "deep-dive", transcriptId: "t1" } as AudioNote;
const timed: TranscriptData = {
  timed: true,
  lines: Array.from({ length: 5000 }, (_, index) => [
    index * 2000,
    index * 2000 + 1900,
    index % 1000 === 7 ? `A limit, number ${index}` : `Sentence ${index}`,
  ]),
};
const plain: TranscriptData = { timed: false, lines: [[0, 0, "First paragraph"]] };

let stored: TranscriptData;
beforeEach(() => {
  stubResizeObserver();
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  Element.prototype.scrollTo = vi.fn();
  server.reset();
  server.answer = () => ({ url: "https://files.test/t1" });
  stored = timed;
  vi.stubGlobal("fetch", async () => Response.json(stored));
  signInAs({ uid: "u1", name: "Amara" });
  playerState.set(initialState);
  playerPosition.set(initialPosition);
  for (const name of ["playTrack", "seek", "resume"] as const) vi.spyOn(player, name).mockReset();
});
afterEach(cleanup);

async function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Transcript audio={audio} />
    </QueryClientProvider>,
  );
  return await screen.findByRole("list", { name: "Transcript" });
}
const playAt = (positionSecs: number) =>
  act(() => {
    playerState.set({ ...initialState, currentAudio: audio });
    playerPosition.set({ ...initialPosition, positionSecs });
  });
const current = () => document.querySelector("[aria-current=true]")?.textContent;

test("S2.transcript.1 the spoken line is marked, and only a few of 5,000 lines are rendered", async () => {
  const list = await show();
  expect(within(list).getAllByRole("listitem").length).toBeLessThan(60);
  expect(current()).toBeUndefined();
  playAt(8.5);
  expect(current()).toBe("8 sSentence 4");
});

test("S2.transcript.1 pressing a line plays from its time, also if another recording was playing", async () => {
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Play from 6 seconds" }));
  expect(vi.mocked(player.playTrack).mock.calls[0]?.[0]).toBe(audio);
  expect(player.seek).toHaveBeenLastCalledWith(6);
  playAt(0);
  fireEvent.click(screen.getByText("Sentence 5"));
  expect(player.seek).toHaveBeenLastCalledWith(10);
  expect(player.resume).toHaveBeenCalledOnce();
  expect(player.playTrack).toHaveBeenCalledOnce();
});

test("S2.transcript.1 after scrolling, the list follows the voice again at the press of a button", async () => {
  const list = await show();
  playAt(4);
  expect(screen.queryByRole("button", { name: "Follow the voice" })).toBeNull();
  fireEvent.wheel(list);
  fireEvent.click(screen.getByRole("button", { name: "Follow the voice" }));
  expect(screen.queryByRole("button", { name: "Follow the voice" })).toBeNull();
});

test("S2.transcript.2 find counts the lines and moves between them", async () => {
  await show();
  const field = screen.getByRole("searchbox", { name: "Find in the transcript" });
  fireEvent.change(field, { target: { value: "LIMIT" } });
  expect(screen.getByRole("status").textContent).toBe("1 of 5");
  expect(document.querySelector("mark")?.textContent).toBe("limit");
  fireEvent.keyDown(field, { key: "Enter" });
  expect(screen.getByRole("status").textContent).toBe("2 of 5");
  fireEvent.click(screen.getByRole("button", { name: "Previous match" }));
  fireEvent.click(screen.getByRole("button", { name: "Previous match" }));
  expect(screen.getByRole("status").textContent).toBe("5 of 5");
  fireEvent.change(field, { target: { value: "integral" } });
  expect(screen.getByRole("status").textContent).toBe("No match");
});

test("S2.transcript.3 several selected lines are copied with their times", async () => {
  const list = await show();
  getSelection()?.setBaseAndExtent(screen.getByText("Sentence 3"), 0, screen.getByText("Sentence 1"), 0);
  const setData = vi.fn();
  const event = createEvent.copy(screen.getByText("Sentence 1"), { clipboardData: { setData } });
  fireEvent(list, event);
  expect(setData.mock.calls).toEqual([["text/plain", "2 s Sentence 1\n4 s Sentence 2\n6 s Sentence 3"]]);
});

test("S2.transcript.3 the text can be made larger, and the size is kept on the device", async () => {
  const list = await show();
  fireEvent.click(screen.getByRole("button", { name: "Larger text" }));
  expect(list.style.fontSize).toBe("1.25em");
  cleanup();
  expect((await show()).style.fontSize).toBe("1.25em");
});

test("S2.transcript.1 text without times has no buttons and does not follow", async () => {
  stored = plain;
  const list = await show();
  playAt(0);
  expect(within(list).queryByRole("button")).toBeNull();
  expect(current()).toBeUndefined();
  expect(list.tabIndex).toBe(0);
});

test("S2.transcript.1 arrow keys move between the times", async () => {
  await show();
  const first = screen.getByRole("button", { name: "Play from 0 seconds" });
  expect(first.tabIndex).toBe(0);
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowDown" });
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Play from 2 seconds"));
});

test("S2.transcript.1 Tab reaches the found line, or else a visible one", async () => {
  const list = await show();
  const scrollTo = (top: number) => {
    list.scrollTop = top;
    fireEvent.scroll(list);
  };
  list.scrollTo = vi.fn<(options?: ScrollToOptions | number) => void>((options) =>
    scrollTo(typeof options === "object" ? (options.top ?? 0) : 0),
  );
  const tabStops = () =>
    within(list)
      .getAllByRole("button")
      .filter((button) => button.tabIndex === 0)
      .map((button) => button.textContent);
  await waitFor(() => expect(tabStops()).toEqual(["0 s"]));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "number 2007" } });
  await waitFor(() => expect(tabStops()).toEqual(["4014 s"]));
  fireEvent.wheel(list);
  act(() => scrollTo(44 * 1000));
  expect(tabStops()).toEqual(["2000 s"]);
  playAt(2004.5);
  expect(tabStops()).toEqual(["2004 s"]);
});

test("S2.transcript.1 a transcript that cannot be loaded says so and can be retried", async () => {
  let attempts = 0;
  vi.stubGlobal("fetch", async () => {
    attempts += 1;
    return attempts === 1 ? new Response("", { status: 403 }) : Response.json(timed);
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <Transcript audio={audio} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("The transcript could not be loaded. Reload the page.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("list", { name: "Transcript" })).toBeDefined();
});

const timeAt = (line: number) => document.querySelector<HTMLElement>(`[data-line="${line}"] button`);
const pressKey = (key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }));

test.each([
  ["ArrowDown", 2, 3],
  ["ArrowUp", 2, 1],
  ["ArrowUp", 0, 0],
  ["PageDown", 1, 9],
  ["PageUp", 9, 1],
  ["PageUp", 3, 0],
  ["Home", 5, 0],
])("S2.transcript.1 the key %s leads from the time of line %i to that of line %i", async (key, from, to) => {
  await show();
  timeAt(from)?.focus();
  await pressKey(key);
  await waitFor(() => expect(document.activeElement).toBe(timeAt(to)));
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])(
  "S2.transcript.1 arrow keys with %j are left to the browser",
  async (held) => {
    await show();
    timeAt(2)?.focus();
    expect(fireEvent.keyDown(timeAt(2) as HTMLElement, { key: "ArrowDown", ...held })).toBe(true);
    expect(document.activeElement).toBe(timeAt(2));
  },
);

test("S2.transcript.1 each time says what it plays, and a press on it plays once", async () => {
  await show();
  expect(timeAt(3)?.getAttribute("aria-label")).toBe("Play from 6 seconds");
  expect(timeAt(3)?.textContent).toBe("6 s");
  fireEvent.click(timeAt(3) as HTMLElement);
  expect(vi.mocked(player.playTrack).mock.calls).toHaveLength(1);
});

test("S2.transcript.3 a selection within one line is copied by the browser", async () => {
  const list = await show();
  getSelection()?.setBaseAndExtent(screen.getByText("Sentence 3"), 0, screen.getByText("Sentence 3"), 1);
  const setData = vi.fn();
  fireEvent(list, createEvent.copy(screen.getByText("Sentence 3"), { clipboardData: { setData } }));
  expect(setData).not.toHaveBeenCalled();
});

test("S2.transcript.1 a press that ends a selection does not play", async () => {
  await show();
  getSelection()?.selectAllChildren(screen.getByText("Sentence 3"));
  fireEvent.click(screen.getByText("Sentence 3"));
  expect(player.playTrack).not.toHaveBeenCalled();
  getSelection()?.removeAllRanges();
});
