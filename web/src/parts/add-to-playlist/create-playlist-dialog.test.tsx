import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/ui/testing";
import { CreatePlaylistDialog } from "./create-playlist-dialog";

vi.mock("@/data/playlists/playlists", () => ({ useCreatePlaylist: () => ({ mutateAsync: async () => undefined }) }));
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({ validatePlaylistName: () => [] }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: () => undefined }));

const notes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `a${at}`, title: `Note ${at}` })) as never[];
const dialog = () => screen.getByRole("dialog", { name: "Create Playlist" }).textContent ?? "";

beforeEach(stubResizeObserver);
afterEach(cleanup);

test("saving the queue shows the number of recordings and that the list is public, before it is saved", () => {
  render(<CreatePlaylistDialog audio={notes(45)} queueLength={45} onClose={() => undefined} />);
  expect(dialog()).toContain("It starts with 45 audio notes from the queue. The playlist is public unless you turn");
  expect(dialog()).toContain("If you already have a playlist with this name, they are added there.");
  fireEvent.click(screen.getByRole("switch", { name: "Public" }));
  expect(dialog()).toContain("Only you will see the playlist.");
  expect(dialog()).not.toContain("is public");
});

test("saving a queue that is too long for a playlist shows how many recordings will be saved", () => {
  render(<CreatePlaylistDialog audio={notes(500)} queueLength={1612} onClose={() => undefined} />);
  expect(dialog()).toContain("It starts with the first 500 audio notes of the 1,612 in the queue.");
});

test("S2.audio.7 the dialog for one recording does not mention a queue", () => {
  render(<CreatePlaylistDialog audio={notes(1)} onClose={() => undefined} />);
  expect(dialog()).toContain("It starts with this audio note.");
  expect(dialog()).toContain("If you already have a playlist with this name, it is added there.");
  expect(dialog()).not.toContain("queue");
});
