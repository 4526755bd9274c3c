import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AddToPlaylist } from "./add-to-playlist";

let current: { id: string } | undefined;
vi.mock("@/player/player", () => ({
  usePlayerSelector: (select: (state: object) => unknown) => select({ currentAudio: current }),
}));
vi.mock("./playlist-choices", () => ({
  PlaylistChoices: ({ canQueue }: { canQueue: boolean }) => (
    <button type="button">{canQueue ? "Queue" : "Playlists"}</button>
  ),
}));

afterEach(cleanup);

test.each([
  ["nothing plays", undefined, "a playlist", "Playlists"],
  ["the recording itself plays", { id: "a" }, "a playlist", "Playlists"],
  ["another recording plays", { id: "b" }, "the queue or a playlist", "Queue"],
])("S4.queue.2 the name of the popover says what it offers while %s", async (_, playing, target, offered) => {
  current = playing;
  render(<AddToPlaylist audio={{ id: "a", title: "Heaps", subject: "CS246", shelf: "deep-dive" }} />);
  fireEvent.click(screen.getByRole("button", { name: "Add to playlist: Heaps" }));
  expect(screen.getByRole("dialog", { name: `Add “Heaps” to ${target}` })).toBeDefined();
  expect(await screen.findByRole("button", { name: offered })).toBeDefined();
});
