import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Queue } from "./queue";

const list = Array.from({ length: 121 }, (_, place) => ({ id: `a${place}`, title: `Note ${place}`, subject: "CS246" }));
let index = 0;

vi.mock("@/player/player", () => ({
  player: {},
  useHeard: () => undefined,
  usePlayerPart: (select: (state: object) => unknown) =>
    select({ list, currentAudio: undefined, index, source: undefined, repeat: "off", isPlaying: false }),
}));
vi.mock("./view", () => ({ usePlayerView: () => ({ slots: {} }) }));
vi.mock("./times", () => ({ useProgress: () => ({}), useTimes: () => ({ clock: () => "" }) }));
vi.mock("@/ui/sortable-list", () => ({
  SortableList: ({ items, nameOf }: { items: object[]; nameOf: (item: object) => string }) =>
    items.map((item) => <p key={nameOf(item)}>{nameOf(item)}</p>),
}));

afterEach(cleanup);

const shown = () => screen.getAllByText(/^Note \d+$/).length;

test("of a long queue fifty are shown, and fifty more at each press until all are", () => {
  render(<Queue />);
  const counts = [shown()];
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  counts.push(shown());
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  counts.push(shown());
  expect(counts).toEqual([50, 100, 120]);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a short queue is shown whole", () => {
  index = 100;
  render(<Queue />);
  expect(shown()).toBe(20);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
