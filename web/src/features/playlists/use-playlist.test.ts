// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { AudioNote, PlaylistItem, PlaylistPage } from "@/api/models";
import { getPlaylistPage } from "@/data/playlists/playlists";
import { player } from "@/player/player";
import { predecessorAfterMove } from "./order-list";
import { toAudioRow } from "./playlist-table";
import { playableRecordings, playPlaylist, queuePlaylist } from "./use-playlist";

vi.mock("@/data/playlists/playlists", async (original) => ({
  ...(await original<object>()),
  getPlaylistPage: vi.fn(),
}));
vi.mock("@/player/player", async (original) => ({
  ...(await original<object>()),
  player: { playList: vi.fn(), appendPages: vi.fn(), append: vi.fn() },
}));

const item = (audioId: string): PlaylistItem => ({
  audioId,
  addedAt: "2026-11-01T00:00:00Z",
  title: audioId,
  audio: { id: audioId, title: audioId } as AudioNote,
});
const gone = (audioId: string): PlaylistItem => ({ audioId, addedAt: "2026-11-01T00:00:00Z", title: audioId });
const items = [item("a"), gone("b"), item("c")];
const playlist = { id: "p", name: "Finals" };
const ids = (notes: readonly { id: string }[] = []) => notes.map(({ id }) => id).join("");

function servePages(...pages: [letters: string, next: string | undefined][]): void {
  for (const [letters, nextCursor] of pages) {
    const page = { items: { items: [...letters].map(item), ...(nextCursor && { nextCursor }) } } as PlaylistPage;
    vi.mocked(getPlaylistPage).mockResolvedValueOnce(page);
  }
}

beforeEach(() => {
  vi.clearAllMocks();
});

test("S2.pl.1 plays the loaded tracks at once, and adds the remaining pages", async () => {
  servePages(["de", "after e"], ["f", undefined]);
  playPlaylist(playlist, items, "after c");
  const [tracks, index, source] = vi.mocked(player.playList).mock.calls[0] ?? [];
  expect([ids(tracks), index]).toEqual(["ac", 0]);
  expect(source).toEqual({ kind: "playlist", id: "p", title: "Finals", href: "/playlist/p" });
  await vi.waitFor(() => expect(player.appendPages).toHaveBeenCalledTimes(2));
  expect(vi.mocked(player.appendPages).mock.calls.map(([id, more]) => `${id} ${ids(more)}`)).toEqual(["p de", "p f"]);
  expect(vi.mocked(getPlaylistPage).mock.calls).toEqual([
    ["p", "after c"],
    ["p", "after e"],
  ]);
});

test("S2.pl.1 plays from the chosen recording and skips deleted ones", () => {
  playPlaylist(playlist, items, undefined, "c");
  expect(vi.mocked(player.playList).mock.calls[0]?.[1]).toBe(1);
  playPlaylist(playlist, items, undefined, "b");
  playPlaylist(playlist, [gone("b")], undefined);
  expect(player.playList).toHaveBeenCalledTimes(1);
  expect(getPlaylistPage).not.toHaveBeenCalled();
});

test("adding a playlist to the queue loads all pages and is one change that can be undone", async () => {
  servePages(["d", undefined]);
  await queuePlaylist("p", items, "after c");
  expect(vi.mocked(player.append).mock.calls.map(([notes]) => ids(notes))).toEqual(["acd"]);
});

test("S7.rd.9 a deleted recording shows its title", () => {
  expect(playableRecordings(items).map(({ id }) => id)).toEqual(["a", "c"]);
  expect(toAudioRow(gone("b"))).toEqual({ audioId: "b", title: "Removed by its uploader: b" });
});

test.each([
  [0, 2, "c"],
  [2, 0, undefined],
  [2, 1, "a"],
  [0, 1, "b"],
])("S7.wr.8 moving from %s to %s places the item after %s", (from, to, after) => {
  expect(predecessorAfterMove(items, from, to)).toBe(after);
});
