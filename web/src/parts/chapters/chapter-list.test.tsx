import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ChapterList } from "./chapter-list";

vi.mock("@/core/durations", () => ({ useDurations: () => ({ clock: (secs: number) => `${secs} s` }) }));
afterEach(cleanup);

const chapters = [
  { startMs: 0, title: "Limits" },
  { startMs: 90_500, title: "The chain rule" },
];

test("S2.chapters.1 each chapter shows its start, plays from there, and the current one is marked", () => {
  const onPlay = vi.fn();
  render(<ChapterList chapters={chapters} current={1} onPlay={onPlay} />);
  const rows = within(screen.getByRole("list", { name: "Chapters" })).getAllByRole("button");
  expect(rows.map((row) => [row.textContent, row.getAttribute("aria-current")])).toEqual([
    ["0 sLimits", null],
    ["90.5 sThe chain rule", "true"],
  ]);
  fireEvent.click(screen.getByRole("button", { name: /The chain rule/ }));
  expect(onPlay).toHaveBeenCalledWith(90.5);
});
