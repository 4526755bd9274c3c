import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlaylistItem } from "@/api/models";
import type { LoadedPlaylist } from "@/offline/outbox/kinds/playlist-view";
import { PlaylistHeader } from "./playlist-header";

const calls = vi.hoisted(() => ({ play: vi.fn(), queue: vi.fn(), toggle: vi.fn(), remove: vi.fn(), toast: vi.fn() }));
let playing: object = {};
vi.mock("@/player/player", () => ({
  player: { toggle: calls.toggle },
  usePlayerSelector: (select: (state: object) => unknown) => select(playing),
}));
vi.mock("./use-playlist", () => ({
  playableRecordings: (items: readonly PlaylistItem[]) => items.filter(({ audio }) => audio),
  playPlaylist: calls.play,
  queuePlaylist: calls.queue,
}));
vi.mock("@/data/playlists/playlist-edit", () => ({ useDeletePlaylist: () => ({ mutateAsync: calls.remove }) }));
vi.mock("@/parts/offline/offline-button", () => ({ OfflineButton: () => null }));
vi.mock("@/core/durations", () => ({ useDurations: () => ({ total: (secs: number) => `${secs} s` }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));
vi.mock("./playlist-art", () => ({ PlaylistArt: () => null }));
vi.mock("./cover-dialog", () => ({ CoverDialog: () => <div role="dialog" aria-label="Change cover" /> }));

const [onChange, onOrdering] = [vi.fn(), vi.fn()];
beforeEach(() => {
  vi.clearAllMocks();
  calls.remove.mockReset().mockResolvedValue(undefined);
  playing = {};
});
afterEach(cleanup);

const items = ["a", "b"].map((audioId) => ({
  audioId,
  title: audioId,
  audio: { id: audioId },
})) as never as PlaylistItem[];
interface Shown {
  playlist?: Partial<LoadedPlaylist["playlist"]>;
  items?: readonly PlaylistItem[];
  nextCursor?: string;
  isOrdering?: boolean;
}
function show({ playlist = {}, items: shown = items, nextCursor, isOrdering = false }: Shown = {}) {
  const own = {
    id: "p1",
    name: "Tonight",
    isMine: true,
    visibility: "private",
    ownerName: "Ada",
    audioCount: 2,
    totalSecs: 90,
  };
  const view = { playlist: { ...own, ...playlist }, items: shown } as LoadedPlaylist;
  const header = (
    <PlaylistHeader
      view={view}
      nextCursor={nextCursor}
      draft={undefined}
      onDraft={() => undefined}
      onChange={onChange}
      isOrdering={isOrdering}
      onOrdering={onOrdering}
    />
  );
  const router = createMemoryRouter([{ path: "*", element: header }], { initialEntries: ["/playlist/p1"] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));

test.each([
  ["nothing plays", {}, "Play"],
  ["another playlist plays", { source: { kind: "playlist", id: "p2" }, currentAudio: {}, isPlaying: true }, "Play"],
  ["a shelf of the same id plays", { source: { kind: "shelf", id: "p1" }, currentAudio: {}, isPlaying: true }, "Play"],
  ["it has ended", { source: { kind: "playlist", id: "p1" }, isPlaying: true }, "Play"],
])("the play button starts the playlist while %s", (_, state, name) => {
  playing = state;
  show({ nextCursor: "more" });
  press(name);
  expect(calls.play.mock.calls).toEqual([[expect.objectContaining({ id: "p1" }), items, "more"]]);
  expect(calls.toggle).not.toHaveBeenCalled();
});

test.each([
  ["plays", { isPlaying: true }, "Pause"],
  ["loads", { isLoading: true }, "Pause"],
  ["is paused", {}, "Play"],
])("the play button pauses and resumes while the playlist %s, even if it has become empty", (_, state, name) => {
  playing = { source: { kind: "playlist", id: "p1" }, currentAudio: {}, ...state };
  show({ items: [] });
  expect(button(name).disabled).toBe(false);
  press(name);
  expect(calls.toggle).toHaveBeenCalledTimes(1);
  expect(calls.play).not.toHaveBeenCalled();
});

test("an empty playlist can't be played, queued or reordered", () => {
  show({ items: [] });
  expect(button("Play").disabled).toBe(true);
  expect(button("Add to queue").disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Change order" })).toBeNull();
});

test("'Add to queue' adds the audio notes to the queue and shows a message", () => {
  show();
  press("Add to queue");
  expect(calls.queue.mock.calls).toEqual([["p1", items, undefined]]);
  expect(calls.toast.mock.calls).toEqual([["Added to queue"]]);
});

test("the header shows the owner, the number of audio notes and their total duration, and links to a public profile", () => {
  show({ playlist: { ownerUsername: "ada" } });
  expect(screen.getByText(/2 audio notes · 90 s/)).toBeDefined();
  expect(screen.getByRole("link", { name: /Ada/ }).getAttribute("href")).toContain("ada");
  cleanup();
  show({ playlist: { audioCount: 1, totalSecs: 0 } });
  expect(screen.getByText("Ada · 1 audio note")).toBeDefined();
  expect(screen.queryByRole("link")).toBeNull();
});

test("another student's playlist does not show the owner's actions", () => {
  show({ playlist: { isMine: false } });
  for (const name of ["Change cover", "Change order", "Delete playlist"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.queryByRole("switch")).toBeNull();
});

test("the order can be changed once all pages are loaded", () => {
  show({ nextCursor: "more" });
  expect(button("Change order").disabled).toBe(true);
  cleanup();
  show();
  press("Change order");
  expect(onOrdering.mock.calls).toEqual([[true]]);
  cleanup();
  show({ isOrdering: true });
  press("Done");
  expect(onOrdering.mock.calls).toEqual([[true], [false]]);
});

test.each([
  ["private", false, "Only you can see it.", "public"],
  ["public", true, /^Anyone who is signed in/, "private"],
] as const)("the switch of a %s playlist changes its visibility", (visibility, isOn, hint, next) => {
  show({ playlist: { visibility } });
  const own = screen.getByRole<HTMLInputElement>("switch", { name: "Public" });
  expect(own.getAttribute("aria-checked") ?? String(own.checked)).toBe(String(isOn));
  expect(screen.getByText(hint)).toBeDefined();
  fireEvent.click(own);
  expect(onChange.mock.calls).toEqual([[{ kind: "show", visibility: next }]]);
});

test("'Change cover' opens its dialog", () => {
  show();
  expect(screen.queryByRole("dialog")).toBeNull();
  press("Change cover");
  expect(screen.getByRole("dialog", { name: "Change cover" })).toBeDefined();
});

test("deleting a playlist leaves the page, and a failed deletion stays on the page with the reason", async () => {
  const router = show();
  press("Delete playlist");
  const dialog = screen.getByRole("alertdialog", { name: "Delete “Tonight”?" });
  expect(calls.remove).not.toHaveBeenCalled();
  calls.remove.mockRejectedValueOnce(new Error("No."));
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls.toast).toHaveBeenCalledTimes(1));
  expect(calls.toast.mock.calls[0]).toEqual([
    expect.stringMatching(/^Could not delete the playlist\. ./),
    { kind: "error" },
  ]);
  expect(router.state.location.pathname).toBe("/playlist/p1");
  fireEvent.click(await within(screen.getByRole("alertdialog")).findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/account"));
  expect(calls.remove.mock.calls[1]).toEqual([expect.objectContaining({ id: "p1", name: "Tonight" })]);
});

test("a cancelled deletion deletes nothing", () => {
  show();
  press("Delete playlist");
  press("Cancel");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(calls.remove).not.toHaveBeenCalled();
});

test("S2.share.1 only a public playlist is shared", () => {
  show();
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
  cleanup();
  show({ playlist: { visibility: "public", isMine: false } });
  expect(screen.getByRole("button", { name: "Share" })).toBeDefined();
});
