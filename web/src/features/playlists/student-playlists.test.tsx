import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { renderProfilePlaylists } from "./student-playlists";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./playlist-art", () => ({ PlaylistArt: () => null }));
vi.mock("@/parts/add-to-playlist/create-playlist-dialog", () => ({
  CreatePlaylistDialog: (props: { onClose: () => void; onCreated: (playlist: { id: string }) => void }) => (
    <>
      <button type="button" onClick={props.onClose}>
        Close
      </button>
      <button type="button" onClick={() => props.onCreated({ id: "p9" })}>
        Create
      </button>
    </>
  ),
}));

const playlist = (id: string, more: object = {}) => ({
  id,
  name: `Name ${id}`,
  audioCount: 2,
  visibility: "public",
  ...more,
});

beforeEach(() => server.reset());
afterEach(cleanup);

function show(isOwn: boolean) {
  const element = renderProfilePlaylists({ username: "ben", isOwn });
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("another student's public playlists are listed page by page, and cannot be added to", async () => {
  server.answer = (request) =>
    request.includes("cursor") ? { items: [playlist("p2")] } : { items: [playlist("p1")], nextCursor: "c1" };
  show(false);
  expect(screen.getByRole("status", { name: "Loading playlists..." })).toBeDefined();
  expect((await screen.findByRole("link", { name: "Name p1" })).getAttribute("href")).toBe("/playlist/p1");
  expect(screen.queryByRole("button", { name: "New playlist" })).toBeNull();
  await press("Show more");
  expect(await screen.findByText("Name p2")).toBeDefined();
  expect(server.requests).toEqual([["GET /api/students/ben/playlists"], ["GET /api/students/ben/playlists?cursor=c1"]]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("own private playlists are marked, and a new playlist opens", async () => {
  server.answer = () => ({ items: [playlist("p1", { visibility: "private" }), playlist("p2", { audioCount: 1 })] });
  const router = show(true);
  await screen.findByText("Name p1");
  expect(server.requests).toEqual([["GET /api/me/playlists"]]);
  expect(rows()).toEqual(["Name p12 audio notesPrivate", "Name p21 audio note"]);
  await press("New playlist");
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(screen.queryByRole("button", { name: "Create" })).toBeNull();
  await press("New playlist");
  await press("Create");
  expect(router.state.location.pathname).toBe("/playlist/p9");
});

test.each([true, false])("an empty list (own: %s) shows a text, and a failure can be retried", async (isOwn) => {
  server.reject(notFound("Not now."));
  show(isOwn);
  expect(await screen.findByText("Could not load the playlists. Not now.")).toBeDefined();
  server.answer = () => ({ items: [] });
  await press("Retry");
  expect(await screen.findByText("No playlists yet.")).toBeDefined();
});

test("other students see no playlists of a student without a username", () => {
  expect(renderProfilePlaylists({ username: undefined, isOwn: false })).toBeNull();
});
