import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/ui/testing";
import { CreatePlaylistDialog } from "./create-playlist-dialog";

const mocks = vi.hoisted(() => ({ create: vi.fn(), toast: vi.fn() }));
vi.mock("@/data/playlists/playlists", () => ({ useCreatePlaylist: () => ({ mutateAsync: mocks.create }) }));
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({ validatePlaylistName: () => [] }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast: mocks.toast }));

const notes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `a${at}`, title: `Note ${at}` })) as never[];
const dialog = () => screen.getByRole("dialog", { name: "Create Playlist" }).textContent ?? "";

beforeEach(stubResizeObserver);
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

/** Types a name and presses Create. */
function create(name: string) {
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: name } });
  fireEvent.click(screen.getByRole("button", { name: "Create" }));
}

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

const info = { kind: "info" };

test.each([
  [
    { isQueued: true, created: true },
    1,
    ["Created on this device. It will be copied to your account when you're back online.", info],
  ],
  [{ created: true, added: 1 }, 1, ["Playlist created!"]],
  [{ created: false, added: 1 }, 1, ["Added to playlist!"]],
  [{ created: false, added: 0 }, 1, ["Already in this playlist", info]],
  [{ created: false, added: 0 }, 0, ["You already have a playlist with this name.", info]],
])(
  "S2.audio.7 after the result %o for %d recordings, the message says what happened",
  async (result, count, message) => {
    const playlist = { id: "p1", name: "Exam" };
    mocks.create.mockResolvedValue({ playlist, ...result });
    const [onClose, onCreated] = [vi.fn(), vi.fn()];
    render(<CreatePlaylistDialog audio={notes(count)} onClose={onClose} onCreated={onCreated} />);
    create("Exam");
    await vi.waitFor(() => expect(onCreated.mock.calls).toEqual([[playlist]]));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(mocks.toast.mock.calls).toEqual([message]);
  },
);

test("S2.audio.7 a retry after a failure sends the same id and the chosen visibility", async () => {
  mocks.create.mockRejectedValueOnce(new Error("broken")).mockResolvedValueOnce({ playlist: {}, created: true });
  const onClose = vi.fn();
  render(<CreatePlaylistDialog onClose={onClose} />);
  create("Exam");
  expect((await screen.findByRole("alert")).textContent).toContain("Failed to create playlist. Try again.");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("switch", { name: "Public" }));
  create("Exam");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  const [first, second] = mocks.create.mock.calls.map(([body]) => body);
  expect(first).toEqual({ id: expect.any(String), name: "Exam", visibility: "public", audio: [] });
  expect(second).toEqual({ ...first, visibility: "private" });
});

test("Escape closes the dialog, but not while the playlist is being created", async () => {
  const onClose = vi.fn();
  render(<CreatePlaylistDialog onClose={onClose} />);
  expect(onClose).not.toHaveBeenCalled();
  const pressEscape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
  mocks.create.mockReturnValue(new Promise(() => undefined));
  create("Exam");
  expect(await screen.findByRole("button", { name: "Creating..." })).toBeDefined();
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cancel" }).disabled).toBe(true);
});
