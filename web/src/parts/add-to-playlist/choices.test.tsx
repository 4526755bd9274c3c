import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Choices } from "./choices";

const player = vi.hoisted(() => ({ playNext: vi.fn(), playNextThenStop: vi.fn(), append: vi.fn() }));
let current: { id: string } | undefined;
vi.mock("@/player/player", () => ({
  player,
  usePlayerSelector: (select: (state: object) => unknown) => select({ currentAudio: current }),
}));
vi.mock("@/data/playlists/playlists", () => ({
  useMyPlaylists: () => ({ data: [], isPending: false, isError: false }),
}));

const audio = { id: "a", title: "Heaps", subject: "CS246", shelf: "deep-dive" as const };
const open = () => {
  const onQueued = vi.fn();
  render(<Choices audio={audio} onQueued={onQueued} onChoose={vi.fn()} onCreate={vi.fn()} />);
  return onQueued;
};

beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

test.each([
  ["Play next", player.playNext, audio],
  ["Play next, then stop", player.playNextThenStop, audio],
  ["Add to queue", player.append, [audio]],
] as const)("%s adds the recording to the queue and confirms it", (label, command, argument) => {
  current = { id: "b" };
  const onQueued = open();
  fireEvent.click(screen.getByRole("button", { name: label }));
  expect(command).toHaveBeenCalledExactlyOnceWith(argument);
  expect(onQueued).toHaveBeenCalledOnce();
});

test.each([
  ["nothing plays", undefined],
  ["the recording itself plays", { id: "a" }],
])("offers only playlists while %s", (_, playing) => {
  current = playing;
  open();
  expect(screen.queryByRole("button", { name: "Play next" })).toBeNull();
  expect(screen.getByText("Create New Playlist")).toBeDefined();
});
