import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Playlist, PlaylistItem } from "@/api/models";
import type { PendingPlaylistChange } from "@/offline/outbox/kinds/playlist";
import { flattenPages } from "@/offline/outbox/kinds/playlist-view";
import { onPlaylistConfirmed } from "./playlist-edit";
import { myPlaylistsQuery, playlistKeys, playlistQuery } from "./playlists";

const kept = vi.hoisted(() => ({ changes: [] as unknown[] }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", async (original) => ({
  ...(await original<object>()),
  outbox: { get: () => kept.changes },
  selectPendingChanges: (all: unknown) => all,
}));

const playlist = (id: string, more: Partial<Playlist> = {}) =>
  ({ id, name: id, version: 1, audioCount: 1, ...more }) as Playlist;
const item = (audioId: string) => ({ audioId, title: audioId, addedAt: "" }) as PlaylistItem;
const ofStudent = playlistKeys.ofStudent("ada");

let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
  kept.changes = [];
});

function know(mine: readonly Playlist[] | undefined, shown?: Playlist, items: readonly PlaylistItem[] = []) {
  if (mine) queries.setQueryData(myPlaylistsQuery.queryKey, [...mine]);
  if (shown) {
    const page = { playlist: shown, items: { items: [...items] } };
    queries.setQueryData(playlistQuery(shown.id).queryKey, { pages: [page], pageParams: [""] });
  }
  queries.setQueryData(ofStudent, { pages: [], pageParams: [] });
}
function confirm(change: object, answer?: object) {
  // The outbox still contains a change while it is being confirmed.
  kept.changes = [...kept.changes, change];
  onPlaylistConfirmed(queries, change as PendingPlaylistChange, answer as never);
}
const mine = () => queries.getQueryData(myPlaylistsQuery.queryKey);
function view(id: string) {
  const data = queries.getQueryData(playlistQuery(id).queryKey);
  const shown = data && flattenPages(data);
  return shown && { playlist: shown.playlist, items: shown.items.map(({ audioId }) => audioId) };
}
const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;
const create = (id: string, items: readonly PlaylistItem[]) => ({
  kind: "createPlaylist",
  id,
  body: { id, name: id },
  shown: { playlist: playlist(id), items },
});
const edit = (change: object) => ({ kind: "changePlaylist", id: "p", name: "p", change });

test("a new playlist comes first in the list, and its page is cached", () => {
  know([playlist("old")]);
  confirm(create("p", [item("a"), item("b")]), playlist("p", { version: 2 }));
  expect(mine()?.map(({ id }) => id)).toEqual(["p", "old"]);
  expect(view("p")).toEqual({ playlist: playlist("p", { version: 2 }), items: ["a", "b"] });
});

test("a new playlist that the list already has is not listed twice", () => {
  know([playlist("old"), playlist("p")]);
  confirm(create("p", []), playlist("p", { version: 2 }));
  expect(mine()).toEqual([playlist("old"), playlist("p", { version: 2 })]);
});

test("a new playlist with another id than requested is not cached as a page", () => {
  know([]);
  confirm(create("p", [item("a")]), playlist("q"));
  expect(view("q")).toBeUndefined();
  expect(view("p")).toBeUndefined();
});

test("a confirmed change does not create a list that was never loaded", () => {
  know(undefined);
  confirm(create("p", []), playlist("p"));
  expect(mine()).toBeUndefined();
});

test("a confirmed change is applied to the loaded page, with the playlist in the response", () => {
  const [before, after] = [playlist("p"), playlist("p", { version: 2, audioCount: 7 })];
  know([playlist("old"), before], before, [item("a"), item("b")]);
  confirm(edit({ kind: "remove", audioId: "a" }), after);
  expect(mine()).toEqual([playlist("old"), after]);
  expect(view("p")).toEqual({ playlist: after, items: ["b"] });
});

test("an added audio note appears in the loaded page, also if the response contains the playlist as a part", () => {
  const after = playlist("p", { version: 2, audioCount: 2 });
  know([playlist("p")], playlist("p"), [item("a")]);
  confirm({ kind: "addToPlaylist", id: "p", name: "p", item: item("b") }, { playlist: after, added: true });
  expect(mine()).toEqual([after]);
  expect(view("p")).toEqual({ playlist: after, items: ["a", "b"] });
});

test("a change of a playlist whose page is not loaded fetches nothing", () => {
  know([playlist("p")]);
  confirm(edit({ kind: "rename", name: "Q" }), playlist("p", { name: "Q" }));
  expect(view("p")).toBeUndefined();
  expect(mine()?.[0]?.name).toBe("Q");
});

test("a deleted playlist leaves the list, and its page is fetched again only on the next visit", () => {
  know([playlist("old"), playlist("p")], playlist("p"), [item("a")]);
  confirm({ kind: "deletePlaylist", id: "p", name: "p" });
  expect(mine()).toEqual([playlist("old")]);
  expect(view("p")?.items).toEqual(["a"]);
  expect(isStale(playlistQuery("p").queryKey)).toBe(true);
  expect([isStale(playlistKeys.mine), isStale(ofStudent)]).toEqual([true, true]);
});

test("after several changes, the lists are refetched only after the last one", () => {
  know([playlist("p")], playlist("p"), []);
  kept.changes = [edit({ kind: "rename", name: "R" })];
  confirm(edit({ kind: "rename", name: "Q" }), playlist("p", { name: "Q" }));
  const stale = () => [playlistKeys.mine, playlistQuery("p").queryKey, ofStudent].map((key) => isStale(key));
  expect(stale()).toEqual([false, false, false]);
  kept.changes = [];
  confirm(edit({ kind: "rename", name: "R" }), playlist("p", { name: "R" }));
  expect(stale()).toEqual([true, true, true]);
});

test("a deletion that is followed by pending changes does not refetch the lists yet", () => {
  know([playlist("old"), playlist("p")]);
  kept.changes = [edit({ kind: "rename", name: "R" })];
  confirm({ kind: "deletePlaylist", id: "p", name: "p" });
  expect([isStale(playlistKeys.mine), isStale(ofStudent)]).toEqual([false, false]);
});
