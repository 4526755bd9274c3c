import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { unreachableProblem } from "@/api/problem";
import { signInAs } from "@/api/testing";
import { player } from "@/player/player";
import { initialState, playerState } from "@/player/store";
import { RecordingPage } from "./recording-page";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/core/durations", () => ({
  useDurations: () => ({
    clock: (secs: number) => `${secs} s`,
    spoken: (secs: number) => `${secs} seconds`,
  }),
}));
const fakes = vi.hoisted(() => ({ bookmarks: {} as object, share: vi.fn(), reload: vi.fn() }));
vi.mock("@/data/bookmarks/bookmarks", () => ({ useBookmarks: () => fakes.bookmarks }));
vi.mock("@/parts/bookmarks/bookmark-list", () => ({
  BookmarkList: ({ onPlay }: { onPlay?: (bookmark: object) => void }) => (
    <button type="button" disabled={!onPlay} onClick={() => onPlay?.({ positionMs: 61_000 })}>
      The bookmark
    </button>
  ),
}));
vi.mock("@/parts/add-to-playlist/add-to-playlist", () => ({ AddToPlaylist: () => null }));
vi.mock("@/parts/offline/offline-button", () => ({
  OfflineButton: ({ item }: { item: object }) => <p>Keep {JSON.stringify(item)}</p>,
}));
vi.mock("@/parts/likes/item-like-button", () => ({
  ConnectedLikeButton: ({ kind, id, count }: { kind: string; id: string; count: number }) => (
    <p>
      {count} likes of {kind} {id}
    </p>
  ),
}));
vi.mock("@/parts/sharing/share-link", () => ({ shareLink: fakes.share }));

const audio = {
  id: "a1",
  title: "Heaps",
  description: "About heaps.",
  shelf: "deep-dive",
  subject: "CS 246",
  courseCode: "CS246",
  uploadDate: "2026-11-14T12:00:00Z",
  durationSecs: 120,
  likes: 3,
};

beforeEach(() => {
  server.reset();
  server.answer = () => audio;
  fakes.share.mockReset();
  fakes.reload.mockReset();
  fakes.bookmarks = { bookmarks: [], error: undefined, isPending: false, refetch: fakes.reload };
  signInAs({ uid: "u1", name: "Amara" });
  playerState.set(initialState);
  for (const name of ["playTrack", "toggle", "seek"] as const) vi.spyOn(player, name).mockReturnValue();
});
afterEach(cleanup);

async function show(search = "", heading: string | undefined = "Heaps") {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/audio/a1${search}`]}>
        <RecordingPage id="a1" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  if (heading) await screen.findByRole("heading", { name: heading });
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sub = () => document.querySelector(".sub")?.textContent;

test("the page of a recording shows its details, and links to its shelf and course", async () => {
  await show();
  expect(document.title).toContain("Heaps");
  expect(screen.getByRole("link", { name: "Deep Dive" }).getAttribute("href")).toBe("/deep-dive#a1");
  expect(screen.getByRole("link", { name: "CS 246" }).getAttribute("href")).toBe("/guide/CS246/notes");
  expect(sub()).toBe("CS 246 · 14 Nov 2026 · 120 s");
  expect(screen.getByText("About heaps.")).toBeDefined();
  expect(screen.getByText("3 likes of audio a1")).toBeDefined();
  expect(screen.getByText('Keep {"kind":"audio","id":"a1","title":"Heaps"}')).toBeDefined();
  press("Share");
  expect(fakes.share.mock.calls).toEqual([["/audio/a1", "Heaps"]]);
});

test("a recording without a course or description shows no link to a course and no description", async () => {
  server.answer = () => ({ ...audio, courseCode: undefined, subject: "Interviews", description: "" });
  await show();
  expect(screen.queryByRole("link", { name: "CS 246" })).toBeNull();
  expect(sub()).toMatch(/^Interviews · /);
  expect(document.querySelector(".recording-description")).toBeNull();
});

test("S4.play.4 the button plays the recording of this page, and pauses and resumes it", async () => {
  await show();
  press("Play");
  const source = { kind: "shelf", id: "deep-dive", title: "Deep Dive", href: "/deep-dive" };
  expect(vi.mocked(player.playTrack).mock.calls).toEqual([[audio, source]]);
  const state = (more: object) => act(() => playerState.set({ ...initialState, ...more }));
  state({ currentAudio: { ...audio, id: "a2" }, isPlaying: true });
  expect(screen.getByRole("button", { name: "Play" })).toBeDefined();
  for (const running of [{ isPlaying: true }, { isLoading: true }]) {
    state({ currentAudio: audio, ...running });
    press("Pause");
  }
  state({ currentAudio: audio });
  press("Play");
  expect(player.toggle).toHaveBeenCalledTimes(3);
  expect(player.playTrack).toHaveBeenCalledOnce();
});

test.each(["", "?t=0", "?t=-1", "?t=120", "?t=x"])("the URL query '%s' names no position to play", async (search) => {
  await show(search);
  expect(screen.queryByRole("button", { name: /^Play from/ })).toBeNull();
});

const fromQueue = { kind: "queue", id: "queue", title: "Heaps", href: "/audio/a1" };

test("a position in the URL offers playback from there, even if the duration is unknown", async () => {
  await show("?t=75");
  press("Play from 75 seconds");
  expect(vi.mocked(player.playTrack).mock.calls).toEqual([[audio, fromQueue]]);
  expect(vi.mocked(player.seek).mock.calls).toEqual([[75]]);
  cleanup();
  server.answer = () => ({ ...audio, durationSecs: undefined });
  await show("?t=7500");
  expect(screen.getByRole("button", { name: "Play from 7500 seconds" })).toBeDefined();
});

test("the bookmarks of a recording are listed and played", async () => {
  fakes.bookmarks = { ...fakes.bookmarks, bookmarks: [{ id: "b1", title: "Heaps" }] };
  await show();
  press("The bookmark");
  expect(vi.mocked(player.playTrack).mock.calls).toEqual([[audio, fromQueue]]);
  expect(vi.mocked(player.seek).mock.calls).toEqual([[61]]);
});

test("without bookmarks, the page explains how to make one, but not while they load or after they failed to load", async () => {
  await show();
  expect(screen.getByText(/or the bookmark button in the player to mark a moment/)).toBeDefined();
  cleanup();
  fakes.bookmarks = { ...fakes.bookmarks, isPending: true };
  await show();
  expect(screen.queryByText(/to mark a moment/)).toBeNull();
  cleanup();
  fakes.bookmarks = { ...fakes.bookmarks, isPending: false, error: unreachableProblem() };
  await show();
  expect(screen.getByText("Your bookmarks could not be loaded")).toBeDefined();
  press("Retry");
  expect(fakes.reload).toHaveBeenCalledOnce();
});

test("a deleted recording keeps its bookmarks, which cannot be played", async () => {
  server.reject(notFound());
  fakes.bookmarks = { ...fakes.bookmarks, bookmarks: [{ id: "b1", title: "Trees" }] };
  await show("", "“Trees” was deleted");
  expect(screen.getByText("You can still read your bookmarks.")).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "The bookmark" }).disabled).toBe(true);
  expect(document.title).toContain("Trees");
  cleanup();
  fakes.bookmarks = { ...fakes.bookmarks, bookmarks: [] };
  await show("", "This audio note does not exist or was deleted.");
  expect(screen.getByRole("link", { name: "Audio Notes" }).getAttribute("href")).toBe("/audio-notes");
  expect(screen.queryByRole("heading", { name: "Bookmarks" })).toBeNull();
});

test("a loading recording shows a loading state, and one that failed to load can be retried", async () => {
  let answer: (audio: object) => void = () => undefined;
  server.answer = () => new Promise((resolve) => (answer = resolve as never));
  const shown = show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  await vi.waitFor(() => expect(server.requests).toEqual([["GET /api/audio/a1"]]));
  await act(async () => answer(audio));
  await shown;
  cleanup();
  server.reject();
  await show("", "Could not load this audio note");
  server.answer = () => audio;
  press("Retry");
  expect(await screen.findByRole("heading", { name: "Heaps" })).toBeDefined();
});

test("S2.chapters.1 the page lists the chapters, and pressing one plays from its start", async () => {
  const chapters = [
    { startMs: 0, title: "Rates" },
    { startMs: 20_500, title: "The chain rule" },
  ];
  server.answer = (asked: string) => (asked.endsWith("/waveform") ? { peaks: [], chapters } : audio);
  vi.spyOn(player, "resume").mockReturnValue();
  await show();
  const chapter = await screen.findByRole("button", { name: /The chain rule$/ });
  fireEvent.click(chapter);
  expect(player.playTrack).toHaveBeenCalledWith(audio, expect.anything());
  expect(player.seek).toHaveBeenCalledWith(20.5);
  act(() => playerState.set({ ...initialState, currentAudio: audio as never, chapter: 1 }));
  expect(chapter.getAttribute("aria-current")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: /Rates$/ }));
  expect(player.seek).toHaveBeenLastCalledWith(0);
  expect(player.resume).toHaveBeenCalledOnce();
  expect(player.playTrack).toHaveBeenCalledOnce();
});
