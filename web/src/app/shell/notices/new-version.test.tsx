import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { initialState } from "@/player/store";

const page = (entry: string) => `<!doctype html><script type="module" crossorigin src="${entry}"></script>`;
const answer = (body: string, type = "text/html") => new Response(body, { headers: { "content-type": type } });
const MINUTES = 60_000;

/** Renders the banner of a page that was started with `index-old.js`. Returns its player. */
async function shown() {
  document.head.innerHTML = page("/assets/index-old.js");
  const { NewVersion } = await import("./new-version");
  const { playerState } = await import("@/player/store");
  render(<NewVersion />);
  return playerState;
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.resetModules();
});

const offer = () => screen.queryByRole("button", { name: "Reload" });
const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("H40 an outdated page offers a reload, but not in the first 15 minutes", async () => {
  const ask = vi.fn(async () => answer(page("/assets/index-new.js")));
  vi.stubGlobal("fetch", ask);
  await shown();
  await passes(14 * MINUTES);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(ask).not.toHaveBeenCalled();
  await passes(2 * MINUTES);
  expect(offer()).not.toBeNull();
  await passes(60 * MINUTES);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("H40 offers no reload while a recording plays", async () => {
  vi.stubGlobal("fetch", async () => answer(page("/assets/index-new.js")));
  const playerState = await shown();
  act(() => playerState.set({ ...initialState, isPlaying: true }));
  await passes(16 * MINUTES);
  expect(offer()).toBeNull();
  act(() => playerState.set(initialState));
  expect(offer()).not.toBeNull();
});

test.each([
  ["the same page", () => answer(page("/assets/index-old.js"))],
  ["a failure", () => new Response("Bad gateway", { status: 502 })],
  ["a response that is not a page", () => answer("{}", "application/json")],
  ["the sign-in page of a public network", () => answer("<p>Please accept the terms</p>")],
])("H40 %s is no new version", async (_, respond) => {
  const ask = vi.fn(async () => respond());
  vi.stubGlobal("fetch", ask);
  await shown();
  await passes(16 * MINUTES);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(offer()).toBeNull();
  await passes(16 * MINUTES);
  expect(ask).toHaveBeenCalledTimes(2);
});
