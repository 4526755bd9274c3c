import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playlist } from "@/api/models";
import { useChangePlaylist, useDeletePlaylist } from "./playlist-edit";
import { myPlaylistsQuery, playlistQuery } from "./playlists";

const kept = vi.hoisted(() => ({ changes: [] as unknown[], add: vi.fn() }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", async (original) => ({
  ...(await original<object>()),
  enqueueChange: kept.add,
  outbox: { get: () => kept.changes },
  selectPendingChanges: (all: unknown) => all,
}));

const playlist = { id: "p", name: "Exam", version: 3, audioCount: 0 } as Playlist;
const rename = (name: string) => ({ kind: "rename", name }) as const;
const sent = () => kept.add.mock.calls.map(([change]) => change);

let queries: QueryClient;
beforeEach(() => {
  kept.changes = [];
  kept.add.mockReset().mockResolvedValue({ status: "queued" });
  queries = new QueryClient();
  queries.setQueryData(playlistQuery("p").queryKey, {
    pages: [{ playlist, items: { items: [] } }],
    pageParams: [""],
  });
});
afterEach(cleanup);

function hook<Result>(use: () => Result): Result {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(use, { wrapper }).result.current;
}
const changePending = (id: string) => ({ kind: "changePlaylist", id, name: "", change: rename("Finals"), version: 3 });

test("S4.out.6 the first change names the version that the student saw", () => {
  hook(() => useChangePlaylist("p", vi.fn()))(rename("Finals"));
  expect(sent()).toEqual([{ kind: "changePlaylist", id: "p", name: "Exam", change: rename("Finals"), version: 3 }]);
});

test("S4.out.6 a change after a pending one names no version, and shows the name that the student sees", () => {
  kept.changes = [changePending("p")];
  hook(() => useChangePlaylist("p", vi.fn()))(rename("Winter"));
  expect(sent()).toEqual([
    { kind: "changePlaylist", id: "p", name: "Finals", change: rename("Winter"), version: undefined },
  ]);
});

test("S4.out.6 pending changes of other items do not count", () => {
  kept.changes = [changePending("other"), { kind: "like", on: true, target: "notes", id: "p" }];
  hook(() => useChangePlaylist("p", vi.fn()))(rename("Finals"));
  expect(sent()).toMatchObject([{ version: 3 }]);
});

test("a change of a playlist that is not loaded has no name and no version", () => {
  queries.clear();
  hook(() => useChangePlaylist("p", vi.fn()))(rename("Finals"));
  expect(sent()).toEqual([{ kind: "changePlaylist", id: "p", name: "", change: rename("Finals"), version: undefined }]);
});

test("a rejected change is reported after the playlists are marked as outdated", async () => {
  const refused = new Error("refused");
  kept.add.mockRejectedValue(refused);
  queries.setQueryData(myPlaylistsQuery.queryKey, [playlist]);
  const onRejected = vi.fn();
  hook(() => useChangePlaylist("p", onRejected))(rename("Finals"));
  await vi.waitFor(() => expect(onRejected.mock.calls).toEqual([[refused, rename("Finals")]]));
  const keys = [playlistQuery("p").queryKey, myPlaylistsQuery.queryKey];
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

test("S4.out.1 a playlist is deleted through the outbox, also offline", async () => {
  onlineManager.setOnline(false);
  const { mutate } = hook(useDeletePlaylist);
  act(() => mutate({ id: "p", name: "Exam" }));
  await vi.waitFor(() => expect(kept.add).toHaveBeenCalledTimes(1));
  expect(sent()).toEqual([{ kind: "deletePlaylist", id: "p", name: "Exam" }]);
  onlineManager.setOnline(true);
});
