import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetPlayer, set } from "../player-ui-testing";
import { ChapterControls, ChapterMarks, useChapterItems, useHasChapters, useLoadChapters } from "./chapters";

const fetchWaveform = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/audio/audio", () => ({
  waveformQuery: (id: string) => ({ queryKey: ["waveform", id], queryFn: () => fetchWaveform(id) }),
}));

const chapters = ["Intro", "Trees", "Heaps"].map((title, index) => ({ title, startMs: index * 40_000 }));
let player: ReturnType<typeof resetPlayer>;
beforeEach(() => {
  player = resetPlayer();
  fetchWaveform.mockReset().mockResolvedValue({ peaks: [], chapters, silences: [[1, 2]] });
});
afterEach(cleanup);

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("S2.chapters.1 chapters and silences are requested only once playback begins", async () => {
  renderHook(useLoadChapters, { wrapper });
  expect(fetchWaveform).not.toHaveBeenCalled();
  set({ isPlaying: true });
  await waitFor(() => expect(player.setChapters).toHaveBeenCalledWith("a1", chapters));
  expect(player.setSilences).toHaveBeenCalledWith("a1", [[1, 2]]);
});

test("S2.chapters.1 a recording without silences gives the player none", async () => {
  fetchWaveform.mockResolvedValue({ peaks: [] });
  set({ isPlaying: true });
  renderHook(useLoadChapters, { wrapper });
  await waitFor(() => expect(player.setSilences).toHaveBeenCalledWith("a1", []));
  expect(player.setChapters).toHaveBeenCalledWith("a1", []);
});

test("S2.chapters.1 nothing is requested without a recording, nor again after a failure", async () => {
  set({ isPlaying: true, currentAudio: undefined });
  const { rerender } = renderHook(useLoadChapters, { wrapper });
  expect(fetchWaveform).not.toHaveBeenCalled();
  fetchWaveform.mockRejectedValue(new Error("Offline."));
  set({ currentAudio: { id: "a2", title: "B", subject: "cs246" } as never });
  await waitFor(() => expect(fetchWaveform).toHaveBeenCalledTimes(1));
  rerender();
  expect(player.setChapters).not.toHaveBeenCalled();
});

test("S2.chapters.1 a recording without chapters has no controls and no menu for them", () => {
  const { container } = render(<ChapterControls onList={vi.fn()} />);
  expect(container.innerHTML).toBe("");
  expect(renderHook(useChapterItems).result.current).toEqual([]);
  expect(renderHook(useHasChapters).result.current).toBe(false);
  set({ chapters });
  expect(renderHook(useHasChapters).result.current).toBe(true);
});

test("S2.chapters.2 the controls lead to the next and the previous chapter, and to the list", () => {
  set({ chapters, chapter: 0 });
  const onList = vi.fn();
  render(<ChapterControls onList={onList} />);
  expect([button("Previous chapter").disabled, button("Next chapter").disabled]).toEqual([false, false]);
  fireEvent.click(button("Previous chapter"));
  button("Next chapter").focus();
  fireEvent.click(button("Next chapter"));
  expect(document.activeElement).toBe(button("Next chapter"));
  expect([player.previousChapter.mock.calls.length, player.nextChapter.mock.calls.length]).toEqual([1, 1]);
  fireEvent.click(button("Intro, show all chapters"));
  expect(onList).toHaveBeenCalledTimes(1);
});

test("S2.chapters.2 the focus moves to the title before the last chapter disables its button", () => {
  set({ chapters, chapter: 1 });
  render(<ChapterControls onList={vi.fn()} />);
  fireEvent.click(button("Next chapter"));
  expect(document.activeElement).toBe(button("Trees, show all chapters"));
  set({ chapter: 2 });
  expect(button("Next chapter").disabled).toBe(true);
});

test("S2.chapters.2 before the first chapter there is no previous one", () => {
  set({ chapters, chapter: -1 });
  render(<ChapterControls onList={vi.fn()} />);
  expect(button("Previous chapter").disabled).toBe(true);
  expect(button("Chapters, show all chapters").textContent).toBe("Chapters");
});

test("S2.chapters.1 the waveform is marked where later chapters begin", () => {
  set({ chapters });
  const { container, rerender } = render(<ChapterMarks durationSecs={60} />);
  const marks = () => [...container.querySelectorAll("i")].map(({ style }) => style.left);
  expect(marks()[0]).toMatch(/^66\.6/);
  expect(marks()[1]).toBe("100%");
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  rerender(<ChapterMarks durationSecs={undefined} />);
  expect(container.innerHTML).toBe("");
});

test("S2.chapters.1 the menu of chapters seeks to the start of the chosen one", () => {
  set({ chapters, chapter: 2 });
  const [menu] = renderHook(useChapterItems).result.current as never as [
    { label: string; items: [{ disabled: boolean }, { disabled: boolean }, string, Record<string, never>] },
  ];
  const [previous, next, , choice] = menu.items as never as [
    { label: string; disabled: boolean; onSelect: () => void },
    { label: string; disabled: boolean; onSelect: () => void },
    string,
    { name: string; value: string; options: object[]; onChoose: (value: string) => void },
  ];
  expect([menu.label, previous.label, previous.disabled, next.label, next.disabled]).toEqual([
    "Chapters",
    "Previous chapter",
    false,
    "Next chapter",
    true,
  ]);
  previous.onSelect();
  next.onSelect();
  expect([player.previousChapter.mock.calls.length, player.nextChapter.mock.calls.length]).toEqual([1, 1]);
  expect([choice.name, choice.value]).toEqual(["Chapters", "2"]);
  expect(choice.options).toEqual([
    { value: "0", label: "Intro" },
    { value: "1", label: "Trees" },
    { value: "2", label: "Heaps" },
  ]);
  choice.onChoose("1");
  choice.onChoose("9");
  expect(player.seek.mock.calls).toEqual([[40], [0]]);
});
