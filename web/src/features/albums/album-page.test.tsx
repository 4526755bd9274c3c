import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { albumQuery } from "@/data/albums/albums";
import { AlbumPage } from "./album-page";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/saved/saved", () => ({ useSavedNotes: () => ({ notes: [] }) }));
vi.mock("@/parts/full-text/full-text-search-box", () => ({
  FullTextSearchBox: ({ label }: { label: string }) => <input aria-label={label} />,
}));
vi.mock("@/parts/offline/offline-button", () => ({ OfflineButton: () => null }));
vi.mock("./album-note-card", () => ({ AlbumNoteCard: ({ note }: { note: { id: string } }) => <p>{note.id}</p> }));
vi.mock("./delete-album-note", () => ({ DeleteAlbumNote: () => null }));
vi.mock("./upload/upload-form", () => ({ UploadForm: () => null }));

afterEach(cleanup);

function show(ids: readonly string[], nextCursor?: string) {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const queries = new QueryClient();
  const notes = { items: ids.map((id) => ({ id })), nextCursor };
  const pages = [{ album: { noteCount: ids.length }, notes }];
  queries.setQueryData(albumQuery("cram").queryKey, { pages, pageParams: [undefined] } as never);
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <AlbumPage id="cram" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const none = () => screen.queryByText("No notes here yet.");
const search = () => screen.queryByLabelText("Search inside the notes of Cram Mode");

test("S2.find.5 members can search inside the notes of an album, if it has any", () => {
  signInAs({ uid: "u1", name: "Amara" });
  show(["n1"]);
  expect(search()).not.toBeNull();
  cleanup();
  show([]);
  expect([search(), none() === null]).toEqual([null, false]);
  cleanup();
  signOutForTest();
  show(["n1"]);
  expect(screen.getByText("n1")).toBeDefined();
  expect(search()).toBeNull();
});

test("S2.album.2 an album shows its empty state only when the list has loaded and is empty", () => {
  signInAs({ uid: "u1", name: "Amara" });
  show(["n1"]);
  expect(screen.getByText("n1")).toBeDefined();
  expect(none()).toBeNull();
  cleanup();
  show([], "more");
  expect(screen.getByRole("button", { name: "Show more" })).toBeDefined();
  expect(none()).toBeNull();
});
