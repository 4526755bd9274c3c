import { beforeEach, expect, test, vi } from "vitest";
import { addWithToast } from "./add-with-toast";

const fakes = vi.hoisted(() => ({ add: vi.fn(), toast: vi.fn() }));
vi.mock("@/data/playlists/playlists", () => ({ addToPlaylist: fakes.add }));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));

beforeEach(() => {
  fakes.add.mockReset();
  fakes.toast.mockReset();
});
const playlist = { id: "p1" } as never;
const audio = { id: "a1" } as never;

test.each([
  ["added", "Added to playlist!", "success"],
  ["alreadyAdded", "Already in this playlist", "info"],
  ["queued", "Added on this device. It will be copied to your account when you're back online.", "info"],
])("a recording that was %s says so", async (result, text, kind) => {
  fakes.add.mockResolvedValue(result);
  await addWithToast(playlist, audio);
  expect(fakes.add.mock.calls).toEqual([[playlist, audio]]);
  expect(fakes.toast.mock.calls).toEqual([[text, { kind }]]);
});

test("a recording that could not be added says so, with the error", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const error = new Error("Not now.");
  fakes.add.mockRejectedValue(error);
  await addWithToast(playlist, audio);
  expect(fakes.toast.mock.calls).toEqual([["Failed to add to playlist", { kind: "error", isShort: true, error }]]);
  expect(warn).toHaveBeenCalledWith("An audio note was not added to a playlist.", error);
});
