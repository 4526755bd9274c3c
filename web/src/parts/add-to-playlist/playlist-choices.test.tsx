import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playlist } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { PlaylistChoices } from "./playlist-choices";

const mine = vi.hoisted(() => vi.fn());
const player = vi.hoisted(() => ({ playNext: vi.fn(), playNextThenStop: vi.fn(), append: vi.fn() }));
let repeat = "all";
vi.mock("@/player/player", () => ({
  player,
  usePlayerSelector: (select: (state: object) => unknown) => select({ repeat }),
}));
vi.mock("@/data/playlists/playlists", () => ({ useMyPlaylists: () => mine() }));

const [onChoose, onCreate, onQueued, refetch] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

const audio = { id: "a", title: "Heaps", subject: "CS246", shelf: "deep-dive" as const };
const playlist = (name: string, audioCount: number) => ({ id: name, name, audioCount }) as Playlist;
function show(list: { data?: Playlist[]; isPending?: boolean; isError?: boolean }, canQueue = false) {
  mine.mockReturnValue({ isPending: false, isError: false, error: unreachableProblem(), refetch, ...list });
  render(
    <MemoryRouter>
      <PlaylistChoices audio={audio} canQueue={canQueue} onQueued={onQueued} onChoose={onChoose} onCreate={onCreate} />
    </MemoryRouter>,
  );
}
const loading = () => screen.queryByRole("status", { name: "Loading your playlists..." });
const failed = () => screen.queryByText("Could not load your playlists");
const isEmpty = () => screen.queryByText("You have no playlists yet.");
const create = () => screen.getByRole("button", { name: /Create New Playlist$/ });

test("each playlist is listed with its number of audio notes, and can be chosen", () => {
  const tonight = playlist("Tonight", 3);
  show({ data: [tonight, playlist("Exam week", 12)] });
  const buttons = screen.getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Tonight3", "Exam week12", "+ Create New Playlist"]);
  for (const absent of [loading(), failed(), isEmpty()]) expect(absent).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^Tonight/ }));
  expect(onChoose.mock.calls).toEqual([[tonight]]);
  expect(onCreate).not.toHaveBeenCalled();
  fireEvent.click(create());
  expect(onCreate).toHaveBeenCalledTimes(1);
});

test("while the playlists load, only a new one can be chosen", () => {
  show({ isPending: true });
  expect(loading()).not.toBeNull();
  for (const absent of [failed(), isEmpty(), screen.queryByRole("list")]) expect(absent).toBeNull();
  expect(create()).toBeDefined();
});

test("a student without playlists sees a text that says so", () => {
  show({ data: [] });
  expect(isEmpty()).not.toBeNull();
  for (const absent of [failed(), loading(), screen.queryByRole("list")]) expect(absent).toBeNull();
});

test("playlists that fail to load show an error with a retry, and no error if earlier ones are known", () => {
  show({ isError: true });
  expect(failed()).not.toBeNull();
  expect(isEmpty()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /retry|try again/i }));
  expect(refetch).toHaveBeenCalledTimes(1);
  cleanup();
  show({ isError: true, data: [playlist("Tonight", 3)] });
  expect(failed()).toBeNull();
});

test("the arrow keys move the focus around the list, and other keys do not", () => {
  show({ data: [playlist("Tonight", 3), playlist("Exam week", 12)] });
  const [first, second, last] = screen.getAllByRole("button");
  const press = (key: string) => fireEvent.keyDown(document.activeElement as HTMLElement, { key });
  first?.focus();
  // False means that the default was prevented, so the page does not scroll.
  expect(press("ArrowDown")).toBe(false);
  expect(document.activeElement).toBe(second);
  press("ArrowUp");
  press("ArrowUp");
  expect(document.activeElement).toBe(last);
  press("ArrowDown");
  expect(document.activeElement).toBe(first);
  expect(press("ArrowRight")).toBe(true);
  expect(document.activeElement).toBe(first);
});

test.each([
  ["Play next", player.playNext, audio],
  ["Play next, then stop", player.playNextThenStop, audio],
  ["Add to queue", player.append, [audio]],
] as const)("S4.queue.2 %s adds the recording to the queue and confirms it", (label, command, argument) => {
  show({ data: [] }, true);
  fireEvent.click(screen.getByRole("button", { name: label }));
  expect(command).toHaveBeenCalledExactlyOnceWith(argument);
  expect(onQueued).toHaveBeenCalledOnce();
});

test("S4.queue.2 while the current recording repeats, 'Play next' is not offered", () => {
  repeat = "one";
  show({ data: [] }, true);
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual(["Add to queue", "+ Create New Playlist"]);
});
