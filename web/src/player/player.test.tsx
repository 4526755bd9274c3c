import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { player, usePlayerSelector, usePosition, useResumePosition } from "./player";
import { initialState, playerPosition, playerState, resumePositions } from "./store";

const { me, page, startController, toast } = vi.hoisted(() => ({
  me: { value: undefined as { uid: string } | undefined },
  page: { isIdle: false },
  startController: vi.fn(),
  toast: vi.fn(),
}));
vi.mock("@/lib/loading/use-page-idle", () => ({ usePageIdle: () => page.isIdle }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/session/session", () => ({
  session: { state: () => ({ me: me.value }) },
  useSession: () => ({ me: me.value }),
}));
vi.mock("./start-controller", () => ({ startController }));

afterEach(() => {
  cleanup();
  playerState.set(initialState);
});

/** Renders a hook. Returns its number of renders and its last value. */
function drawn<Value>(hook: () => Value) {
  let times = 0;
  const { result } = renderHook(() => {
    times += 1;
    return hook();
  });
  return { times: () => times, value: () => result.current };
}

it("a position update rerenders the position but no list", () => {
  const [whole, part, place] = [
    drawn(() => usePlayerSelector((state) => state)),
    drawn(() => usePlayerSelector((state) => state.index)),
    drawn(usePosition),
  ];
  act(() => playerPosition.set({ positionSecs: 1, durationSecs: 100, bufferedSecs: 2 }));
  expect([whole.times(), part.times(), place.times()]).toEqual([1, 1, 2]);
  expect(place.value().positionSecs).toBe(1);
});

it("a component that selects a part of the state rerenders only when this part changes", () => {
  const part = drawn(() => usePlayerSelector((state) => state.isPlaying));
  act(() => playerState.set({ ...initialState, volume: 0.5 }));
  expect(part.times()).toBe(1);
  act(() => playerState.set({ ...initialState, isPlaying: true }));
  expect([part.times(), part.value()]).toEqual([2, true]);
});

it("the row of one recording does not rerender when the position of another changes", () => {
  const row = drawn(() => useResumePosition("a"));
  act(() => resumePositions.set(new Map([["b", { isFinished: false, positionSecs: 9 }]])));
  expect([row.times(), row.value()]).toEqual([1, undefined]);
  act(() => resumePositions.set(new Map([["a", { isFinished: true, positionSecs: 9 }]])));
  expect(row.value()).toEqual({ isFinished: true, positionSecs: 9 });
});

it("S2.misc.3 fetches and plays nothing for a visitor", async () => {
  player.toggle();
  // Playback code would be loaded asynchronously.
  await vi.dynamicImportSettled();
  expect(startController).not.toHaveBeenCalled();
});

it("a player that could not be loaded says so for a command, but not for a prefetch, and is loaded again", async () => {
  me.value = { uid: "u1" };
  vi.spyOn(console, "error").mockReturnValue();
  startController.mockRejectedValue(new TypeError("Failed to fetch"));
  player.prefetch(["a"]);
  await vi.waitFor(() => expect(startController).toHaveBeenCalledTimes(1));
  player.toggle();
  const text = "The player could not be loaded. Check your connection and try again.";
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([[text, { kind: "error", id: "player" }]]));
  expect(startController).toHaveBeenCalledTimes(2);
  startController.mockReset();
});

it("the first command loads the player, and later ones run at once", async () => {
  me.value = { uid: "u1" };
  const commands = { begin: vi.fn(), next: vi.fn(), seek: vi.fn() };
  startController.mockResolvedValue(commands);
  player.next();
  await vi.waitFor(() => expect(commands.next).toHaveBeenCalled());
  expect(commands.begin).toHaveBeenCalledWith("u1");
  player.seek(12);
  expect(commands.seek).toHaveBeenCalledWith(12);
  expect(startController).toHaveBeenCalledTimes(1);
});

it("S4.resume.2 the player of a student starts when the page is idle, unless the student has left by then", async () => {
  // A new page: the player is not loaded.
  vi.resetModules();
  const { usePlayerLifecycle } = await import("./player");
  startController.mockReset();
  const begin = vi.fn();
  let arrive: (player: object) => void = () => undefined;
  startController.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  me.value = undefined;
  page.isIdle = true;
  const { rerender } = renderHook(usePlayerLifecycle);
  me.value = { uid: "u1" };
  page.isIdle = false;
  rerender();
  await vi.dynamicImportSettled();
  expect(startController).not.toHaveBeenCalled();
  page.isIdle = true;
  rerender();
  await vi.waitFor(() => expect(startController).toHaveBeenCalledTimes(1));
  me.value = { uid: "u2" };
  arrive({ begin });
  await act(async () => undefined);
  expect(begin).not.toHaveBeenCalled();
  rerender();
  await vi.waitFor(() => expect(begin.mock.calls).toEqual([["u2"]]));
});
