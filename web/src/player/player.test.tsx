import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { player, usePlayerSelector, usePosition, useResumePosition } from "./player";
import { initialState, playerPosition, playerState, resumePositions } from "./store";

const { me, startController } = vi.hoisted(() => ({
  me: { value: undefined as { uid: string } | undefined },
  startController: vi.fn(),
}));
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
