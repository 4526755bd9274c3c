// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AudioNote, Bookmark } from "@/api/models";
import { recordingQuery } from "@/data/audio/audio";
import { bookmarksQuery } from "@/data/bookmarks/bookmarks";
import { player } from "@/player/player";
import { toast } from "@/ui/feedback/toast";
import { BookmarksPage } from "./bookmarks-page";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/player/player", () => ({ player: { playTrack: vi.fn(), seek: vi.fn() } }));
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
let queries: QueryClient;

beforeEach(() => {
  vi.clearAllMocks();
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
const press = () => fireEvent.click(screen.getByRole("button", { name: "Play from 5 seconds" }));

test("S4.bookmark.1 Play starts the recording synchronously within the user gesture", async () => {
  vi.stubGlobal("fetch", async () => Response.json(recording));
  show();
  await waitFor(() => expect(queries.getQueryData(recordingQuery("a").queryKey)).toBeDefined());
  press();
  expect(player.playTrack).toHaveBeenCalledExactlyOnceWith(recording, expect.anything());
  expect(player.seek).toHaveBeenCalledExactlyOnceWith(5);
});

test("Play of a recording that cannot be loaded shows an error", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  show();
  press();
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(player.playTrack).not.toHaveBeenCalled();
});
