import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { initialPosition, initialState, playerPosition, playerState } from "@/player/store";
import { BookmarkButton } from "./bookmark";

const calls = vi.hoisted(() => ({ put: vi.fn(), remove: vi.fn(), toast: vi.fn(), load: vi.fn() }));
vi.mock("@/data/bookmarks/bookmarks", () => ({
  newBookmark: ({ id }: { id: string }, secs: number) => ({ audioId: id, positionMs: secs * 1000 }),
  putBookmark: calls.put,
  removeBookmark: calls.remove,
}));
vi.mock("@/core/player", () => ({ loadPlayer: calls.load }));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));

const bookmark = { audioId: "a", positionMs: 61_000 };
beforeEach(() => {
  calls.put.mockReset().mockResolvedValue(undefined);
  calls.remove.mockReset().mockResolvedValue(undefined);
  calls.load.mockReset().mockResolvedValue({ formatClock: (secs: number) => `clock ${secs}` });
  calls.toast.mockReset();
  playerState.set({ ...initialState, currentAudio: { id: "a" } as never });
  playerPosition.set({ ...initialPosition, positionSecs: 61 });
  render(<BookmarkButton />);
});
afterEach(() => {
  cleanup();
  playerState.set(initialState);
  playerPosition.set(initialPosition);
});
const press = () => act(async () => void fireEvent.click(screen.getByRole("button", { name: "Bookmark this moment" })));

test("the current second is bookmarked, and Undo removes the bookmark", async () => {
  await press();
  expect(calls.put.mock.calls).toEqual([[bookmark]]);
  expect(calls.toast.mock.calls).toEqual([
    ["Bookmark at clock 61", expect.objectContaining({ kind: "success", id: "bookmark" })],
  ]);
  const { label, onClick } = calls.toast.mock.calls[0]?.[1].action ?? {};
  expect(label).toBe("Undo");
  await act(async () => onClick());
  expect(calls.remove.mock.calls).toEqual([[bookmark]]);
  expect(calls.toast).toHaveBeenCalledTimes(1);
});

test("without a recording nothing is bookmarked", async () => {
  act(() => playerState.set(initialState));
  await press();
  expect([calls.put.mock.calls, calls.toast.mock.calls]).toEqual([[], []]);
});

test("a bookmark is saved even if its time cannot be formatted", async () => {
  calls.load.mockRejectedValue(new Error("No network."));
  await press();
  expect(calls.toast.mock.calls[0]?.[0]).toBe("Bookmark saved");
});

test.each(["put", "remove"] as const)("if %s fails, an error is shown instead of a success", async (failing) => {
  calls[failing].mockRejectedValue(new Error("No."));
  await press();
  if (failing === "remove") await act(async () => calls.toast.mock.calls[0]?.[1].action.onClick());
  const errors = calls.toast.mock.calls.filter(([, { kind }]) => kind === "error");
  expect(errors).toEqual([
    [expect.stringMatching(/^The bookmark was not saved\. /), { kind: "error", id: "bookmark" }],
  ]);
});
