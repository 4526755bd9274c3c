import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AddToPlaylist } from "./add-to-playlist";

let current: { id: string } | undefined;
vi.mock("@/player/player", () => ({
  usePlayerSelector: (select: (state: object) => unknown) => select({ currentAudio: current }),
}));
const mocks = vi.hoisted(() => ({ toast: vi.fn(), add: vi.fn() }));
vi.mock("@/ui/feedback/toast", () => ({ toast: mocks.toast }));
vi.mock("./add-with-toast", () => ({ addWithToast: mocks.add }));
type Choices = { canQueue: boolean; onQueued(text: string): void; onChoose(playlist: object): void; onCreate(): void };
vi.mock("./playlist-choices", () => ({
  PlaylistChoices: ({ canQueue, onQueued, onChoose, onCreate }: Choices) => (
    <>
      <button type="button" onClick={() => onQueued("Added to the queue")}>
        {canQueue ? "Queue" : "Playlists"}
      </button>
      <button type="button" onClick={() => onChoose({ id: "p1" })}>
        Exam
      </button>
      <button type="button" onClick={onCreate}>
        New playlist
      </button>
    </>
  ),
}));
vi.mock("./create-playlist-dialog", () => ({
  CreatePlaylistDialog: ({ audio, onClose }: { audio: { id: string }[]; onClose(): void }) => (
    <button type="button" onClick={onClose}>
      Creates with {audio.map(({ id }) => id).join()}
    </button>
  ),
}));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  current = undefined;
});

const heaps = { id: "a", title: "Heaps", subject: "CS246", shelf: "deep-dive" } as const;
const opener = () => screen.getByRole("button", { name: "Add to playlist: Heaps", hidden: true });
/** Opens the popover and presses a button in it. */
async function choose(name: string) {
  fireEvent.click(opener());
  fireEvent.click(await screen.findByRole("button", { name }));
}

test.each([
  ["nothing plays", undefined, "a playlist", "Playlists"],
  ["the recording itself plays", { id: "a" }, "a playlist", "Playlists"],
  ["another recording plays", { id: "b" }, "the queue or a playlist", "Queue"],
])("S4.queue.2 the name of the popover says what it offers while %s", async (_, playing, target, offered) => {
  current = playing;
  render(<AddToPlaylist audio={heaps} />);
  fireEvent.click(screen.getByRole("button", { name: "Add to playlist: Heaps" }));
  expect(screen.getByRole("dialog", { name: `Add “Heaps” to ${target}` })).toBeDefined();
  expect(await screen.findByRole("button", { name: offered })).toBeDefined();
});

test("S4.queue.2 a recording added to the queue closes the popover with a message", async () => {
  current = { id: "b" };
  render(<AddToPlaylist audio={heaps} />);
  await choose("Queue");
  expect(mocks.toast.mock.calls).toEqual([["Added to the queue"]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("S2.audio.7 a chosen playlist gets the recording, and the popover closes", async () => {
  render(<AddToPlaylist audio={heaps} />);
  await choose("Exam");
  expect(mocks.add.mock.calls).toEqual([[{ id: "p1" }, heaps]]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("S2.audio.7 a new playlist starts with the recording, and its dialog returns the focus to the button", async () => {
  render(<AddToPlaylist audio={heaps} />);
  await choose("New playlist");
  expect(document.activeElement).toBe(opener());
  fireEvent.click(await screen.findByRole("button", { name: "Creates with a" }));
  expect(screen.queryByRole("button", { name: "Creates with a" })).toBeNull();
});

test("S2.route.7 a visitor is asked to sign in, and no popover opens", () => {
  const onVisitor = vi.fn();
  render(<AddToPlaylist audio={heaps} onVisitor={onVisitor} />);
  fireEvent.click(opener());
  expect(onVisitor).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});
