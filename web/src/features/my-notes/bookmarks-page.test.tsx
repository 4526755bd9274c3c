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

const sections = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

test("S4.bookmark.1 the recordings are sorted by title and number, and link to their pages", () => {
  const titled = (id: string, title: string) => ({ ...bookmark, id: `b${id}`, audioId: id, title });
  queries.setQueryData(bookmarksQuery.queryKey, [
    titled("a", "Week 10"),
    titled("b", "Week 9"),
    titled("c", "Algebra"),
    { ...titled("a", "Week 10"), id: "later", positionMs: 8000 },
  ]);
  show();
  expect(sections()).toEqual(["Algebra", "Week 9", "Week 10"]);
  expect(screen.getByRole("link", { name: "Week 9" }).getAttribute("href")).toBe("/audio/b");
  expect(screen.getByRole("region", { name: "Week 10" }).querySelectorAll("li")).toHaveLength(2);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My bookmarks");
  expect(document.title).toContain("My bookmarks");
});

test("S4.bookmark.1 without bookmarks the page says how to make one", () => {
  queries.setQueryData(bookmarksQuery.queryKey, []);
  show();
  expect(sections()).toEqual(["No bookmarks yet"]);
  expect(screen.getByText(/^Press B or the bookmark button while you listen/)).toBeDefined();
  expect(screen.getByRole("link", { name: "Audio Notes" }).getAttribute("href")).toBe("/audio-notes");
});

test("S4.bookmark.1 bookmarks that load are announced, and those that fail can be retried", async () => {
  queries.removeQueries();
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: "internal", status: 500, detail: "Not now." }, { status: 500 }),
  );
  show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(await screen.findByRole("heading", { name: "Your bookmarks could not be loaded" })).toBeDefined();
  vi.stubGlobal("fetch", async () => Response.json({ items: [bookmark] }));
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Heaps" })).toBeDefined();
});
