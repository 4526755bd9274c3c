import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import type { Playlist } from "@/api/models";
import { signInAs, signOutForTest } from "@/api/testing";
import { PLAYLIST_MOSAIC_ITEMS } from "@/core/limits";
import type { Change } from "@/offline/outbox/kinds/kinds";
import { optimisticPlaylist, optimisticPlaylists } from "./optimistic-playlists";
import {
  type AudioToAdd,
  addToPlaylist,
  getPlaylistPage,
  playlistKeys,
  playlistQuery,
  studentPlaylistsQuery,
  useCreatePlaylist,
  useMyPlaylists,
} from "./playlists";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const outbox = vi.hoisted(() => ({ enqueue: vi.fn(), changes: [] as unknown[] }));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: outbox.enqueue,
  useOutbox: (select: (all: object) => unknown) => select(outbox),
  selectPendingChanges: () => outbox.changes,
}));

let queries: QueryClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 14) });
  server.reset();
  outbox.enqueue.mockReset();
  outbox.changes = [];
  signInAs({ uid: "u1", name: "Amara" });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});

function use<Result>(hook: () => Result) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result;
}

const NOW = "2026-11-14T00:00:00.000Z";
const audio = (id: string, more: Partial<AudioToAdd> = {}): AudioToAdd => ({
  id,
  title: `Title ${id}`,
  subject: "CS 246",
  shelf: "deep-dive",
  ...more,
});
const create = (...notes: AudioToAdd[]) =>
  use(useCreatePlaylist).current.mutateAsync({ id: "p1", name: "Finals", visibility: "private", audio: notes });

test("S4.out.1 a playlist made without a network is shown with its recordings, and sent by their ids", async () => {
  outbox.enqueue.mockResolvedValue({ status: "queued" });
  signInAs({ uid: "u1", name: "Amara", username: "amara", profileImageUrl: "/me.jpg" } as never);
  const made = await create(audio("a1", { durationSecs: 60, artworkUrl: "/a1.webp" }), audio("a2"));
  const [change] = outbox.enqueue.mock.calls[0] ?? [];
  expect(change).toMatchObject({
    kind: "createPlaylist",
    id: "p1",
    body: { id: "p1", name: "Finals", visibility: "private", audioIds: ["a1", "a2"] },
  });
  expect(change.body).not.toHaveProperty("audio");
  expect(made).toEqual({ playlist: change.shown.playlist, created: true, added: 2, isQueued: true });
  expect(change.shown.playlist).toEqual({
    id: "p1",
    name: "Finals",
    visibility: "private",
    isMine: true,
    ownerName: "Amara",
    ownerUsername: "amara",
    ownerImageUrl: "/me.jpg",
    audioCount: 2,
    totalSecs: 60,
    mosaic: [
      { audioId: "a1", subject: "CS 246", artworkUrl: "/a1.webp" },
      { audioId: "a2", subject: "CS 246" },
    ],
    version: 1,
    createdAt: NOW,
  });
  expect(change.shown.items[0]).toMatchObject({ audioId: "a1", title: "Title a1", addedAt: NOW });
  expect(change.shown.items[0].audio).toMatchObject({ id: "a1", durationSecs: 60, artworkUrl: "/a1.webp", likes: 0 });
  expect(change.shown.items[1].audio).not.toHaveProperty("durationSecs");
  expect(change.shown.items[1].audio).not.toHaveProperty("artworkUrl");
});

test("a mosaic shows the first recordings only, and the playlist has no owner name or image if the user has none", async () => {
  outbox.enqueue.mockResolvedValue({ status: "queued" });
  const many = Array.from({ length: PLAYLIST_MOSAIC_ITEMS + 2 }, (_, index) => audio(`a${index}`));
  const { playlist } = await create(...many);
  expect(playlist.mosaic).toHaveLength(PLAYLIST_MOSAIC_ITEMS);
  expect(playlist.audioCount).toBe(PLAYLIST_MOSAIC_ITEMS + 2);
  expect(playlist).not.toHaveProperty("ownerUsername");
  expect(playlist).not.toHaveProperty("ownerImageUrl");
});

test("the server's response to a new playlist is returned, and visitors cannot create one", async () => {
  const result = { playlist: { id: "p9" }, created: false, added: 1 };
  outbox.enqueue.mockResolvedValue({ status: "sent", result });
  expect(await create(audio("a1"))).toBe(result);
  signOutForTest();
  await expect(create(audio("a1"))).rejects.toThrow("You must be signed in to create playlists.");
  expect(outbox.enqueue).toHaveBeenCalledOnce();
});

test.each([
  [{ status: "sent", result: { added: true } }, "added"],
  [{ status: "sent", result: { added: false } }, "alreadyAdded"],
  [{ status: "queued" }, "queued"],
])("adding a recording with the outcome %o is “%s”", async (outcome, expected) => {
  outbox.enqueue.mockResolvedValue(outcome);
  expect(await addToPlaylist({ id: "p1", name: "Finals" }, audio("a1"))).toBe(expected);
  const [[change]] = outbox.enqueue.mock.calls as [[object]];
  expect(change).toMatchObject({ kind: "addToPlaylist", id: "p1", name: "Finals", item: { audioId: "a1" } });
});

test("playlists are read page by page", async () => {
  server.answer = (request) => ({
    items: { items: [request], ...(!request.includes("cursor") && { nextCursor: "c1" }) },
    ...(!request.includes("cursor") && { nextCursor: "c1" }),
  });
  await queries.fetchInfiniteQuery({ ...playlistQuery("p1"), pages: 3 });
  await queries.fetchInfiniteQuery({ ...studentPlaylistsQuery("ben"), pages: 3 });
  await getPlaylistPage("p2", "");
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/playlists/p1",
    "GET /api/playlists/p1?cursor=c1",
    "GET /api/students/ben/playlists",
    "GET /api/students/ben/playlists?cursor=c1",
    "GET /api/playlists/p2",
  ]);
  const keys = [playlistKeys.mine, playlistKeys.detail("p1"), playlistKeys.detail("p2"), playlistKeys.ofStudent("ben")];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(4);
  expect(keys.map(([first]) => first)).toEqual(Array(4).fill(playlistKeys.all[0]));
});

const playlist = (id: string, name = id): Playlist =>
  ({ id, name, audioCount: 0, totalSecs: 0, visibility: "public" }) as Playlist;
const item = (id: string) => ({ audioId: id, title: id, addedAt: "" });
const made = (id: string) =>
  ({ kind: "createPlaylist", id, shown: { playlist: playlist(id, `new ${id}`), items: [] } }) as unknown as Change;
const change = (id: string, what: object) => ({ kind: "changePlaylist", id, change: what }) as unknown as Change;
const added = (id: string, audioId: string) =>
  ({ kind: "addToPlaylist", id, name: id, item: item(audioId) }) as unknown as Change;
const deleted = (id: string) => ({ kind: "deletePlaylist", id }) as unknown as Change;
const other = { kind: "saveNote", on: true, noteId: "n1" } as unknown as Change;

test("the list has pending playlists first, newest on top, then the others with their pending changes applied", async () => {
  server.answer = () => ({ items: [playlist("p1"), playlist("p2"), playlist("p3")] });
  outbox.changes = [made("m1"), made("m2"), change("p1", { kind: "rename", name: "Renamed" }), deleted("p2"), other];
  const shown = use(useMyPlaylists);
  const names = () => shown.current.data?.map(({ name }) => name);
  expect(names()).toEqual(["new m2", "new m1"]);
  await vi.waitFor(() => expect(names()).toEqual(["new m2", "new m1", "Renamed", "p3"]));
});

test("without pending changes the list is the server's, and undefined before its response", () => {
  const server = [playlist("p1")];
  expect(optimisticPlaylists(server, [other])).toBe(server);
  expect(optimisticPlaylists(undefined, [])).toBeUndefined();
  expect(optimisticPlaylists(undefined, [deleted("p1")])).toBeUndefined();
});

test("a playlist whose creation is confirmed but still pending here is listed once, in the server's version", () => {
  expect(optimisticPlaylists([playlist("p1")], [made("p1")])?.map(({ name }) => name)).toEqual(["p1"]);
});

const loaded = { playlist: playlist("p1"), items: [item("a1")] };

test("an added recording comes last and is counted, unless it is there already", () => {
  const view = optimisticPlaylist(loaded, [added("p1", "a2"), added("p1", "a1"), added("p2", "a9")], "p1");
  expect(view?.items.map(({ audioId }) => audioId)).toEqual(["a1", "a2"]);
  expect(view?.playlist.audioCount).toBe(1);
});

test("a deleted playlist is undefined, and so is one that has not loaded", () => {
  expect(optimisticPlaylist(loaded, [deleted("p1"), added("p1", "a2")], "p1")).toBeUndefined();
  expect(
    optimisticPlaylist(undefined, [added("p1", "a2"), change("p1", { kind: "removeCover" })], "p1"),
  ).toBeUndefined();
  expect(optimisticPlaylist(loaded, [deleted("p2"), other], "p1")).toBe(loaded);
});
