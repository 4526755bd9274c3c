// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AudioNote, Bookmark } from "@/api/models";
import { signInAs } from "@/api/testing";
import { recordingQuery } from "@/data/audio/audio";
import { bookmarksQuery } from "@/data/bookmarks/bookmarks";
import { player } from "@/player/player";
import { toast } from "@/ui/feedback/toast";
import { BookmarksPage } from "./bookmarks-page";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/player/player", () => ({
  player: { playTrack: vi.fn(), seek: vi.fn(), unlock: vi.fn(), prefetch: vi.fn() },
}));
/** Recordings with an offline copy. */
const kept = vi.hoisted(() => [] as { id: string }[]);
vi.mock("@/offline/files/has-offline-files", () => ({ hasOfflineFiles: () => kept.length > 0 }));
vi.mock("@/offline/files/offline-lookup", () => ({
  offlineTrack: async (_uid: string, id: string) => kept.find((each) => each.id === id),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: vi.fn() }));
vi.mock("@/core/durations", () => ({
  useDurations: () => ({ clock: (secs: number) => `${secs} s`, spoken: (secs: number) => `${secs} seconds` }),
}));

const bookmark: Bookmark = {
  id: "b1",
  audioId: "a",
  title: "Heaps",
  positionMs: 5000,
  remark: "",
  madeAt: "2026-11-21T10:00:00Z",
};
const recording = { id: "a", title: "Heaps" } as AudioNote;
const other: Bookmark = { ...bookmark, id: "b2", audioId: "b", title: "Trees", positionMs: 9000 };
let queries: QueryClient;

beforeEach(() => {
  vi.clearAllMocks();
  kept.length = 0;
  signInAs({ uid: "u1", name: "Amara" });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(bookmarksQuery.queryKey, [bookmark]);
});
afterEach(cleanup);

function show() {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <BookmarksPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const press = (secs = 5) => fireEvent.click(screen.getByRole("button", { name: `Play from ${secs} seconds` }));

test("S4.bookmark.1 Play of a known recording starts it synchronously within the user gesture", () => {
  const request = vi.fn();
  vi.stubGlobal("fetch", request);
  queries.setQueryData(recordingQuery("a").queryKey, recording);
  show();
  press();
  expect(player.playTrack).toHaveBeenCalledExactlyOnceWith(recording, expect.anything());
  expect(player.seek).toHaveBeenCalledExactlyOnceWith(5);
  expect(request).not.toHaveBeenCalled();
});

test("S4.bookmark.4 a recording is requested when its bookmark is pressed, which permits later playback", async () => {
  const requested: string[] = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    requested.push(new URL(url).pathname);
    return Response.json(recording);
  });
  queries.setQueryData(bookmarksQuery.queryKey, [bookmark, other]);
  show();
  press();
  expect(player.unlock).toHaveBeenCalledOnce();
  await waitFor(() => expect(player.playTrack).toHaveBeenCalledExactlyOnceWith(recording, expect.anything()));
  expect(player.seek).toHaveBeenCalledExactlyOnceWith(5);
  expect(requested).toEqual(["/api/audio/a"]);
});

test("the last pressed bookmark plays, in whatever order the recordings arrive", async () => {
  let answerFirst: (response: Response) => void = () => undefined;
  const first = new Promise<Response>((resolve) => {
    answerFirst = resolve;
  });
  const respond = ({ url }: Request) => (url.endsWith("/audio/a") ? first : Response.json({ id: "b", title: "Trees" }));
  vi.stubGlobal("fetch", async (request: Request) => respond(request));
  queries.setQueryData(bookmarksQuery.queryKey, [bookmark, other]);
  show();
  press(5);
  press(9);
  await waitFor(() => expect(player.seek).toHaveBeenCalledExactlyOnceWith(9));
  answerFirst(Response.json(recording));
  await waitFor(() => expect(queries.getQueryData(recordingQuery("a").queryKey)).toBeDefined());
  expect(player.playTrack).toHaveBeenCalledOnce();
});

test("S4.bookmark.4 offline, Play starts the offline copy of the recording", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  kept.push({ id: "a" });
  show();
  press();
  await waitFor(() => expect(player.playTrack).toHaveBeenCalledExactlyOnceWith({ id: "a" }, expect.anything()));
  expect(player.seek).toHaveBeenCalledExactlyOnceWith(5);
});

test("Play of a recording that cannot be loaded shows an error", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  show();
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(player.playTrack).not.toHaveBeenCalled();
});

test.each(["arrives", "fails"])("a recording that %s after the page was left changes nothing", async (how) => {
  let settle: (response: Promise<Response>) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    settle = resolve;
  });
  vi.stubGlobal("fetch", () => response);
  show();
  press();
  await waitFor(() => expect(queries.isFetching()).toBe(1));
  cleanup();
  settle(how === "arrives" ? Promise.resolve(Response.json(recording)) : Promise.reject(new TypeError("offline")));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  // The page's own code runs after the query has settled.
  await new Promise((resolve) => setTimeout(resolve));
  expect(player.playTrack).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});
