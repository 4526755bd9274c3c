import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { StudyProgress } from "@/core/study";
import { ProgressPage } from "./progress-page";

const none = { answers: 0, tookMs: 0, recalls: 0, lapses: 0 };
const progress: StudyProgress = {
  day: 20_089,
  days: [
    ...Array.from({ length: 82 }, () => none),
    { answers: 10, tookMs: 300_000, recalls: 3, lapses: 1 },
    { answers: 6, tookMs: 120_000, recalls: 4, lapses: 2 },
  ],
  forecast: [3, 0, 5],
  paceMs: 10_000,
  streakDays: 2,
  longestStreakDays: 9,
  cards: 40,
  remembered: 31.6,
  retentionPercent: 90,
  prices: [
    { retentionPercent: 85, reviewsADay: 22.3, msADay: 220_000 },
    { retentionPercent: 90, reviewsADay: 33.8, msADay: 340_000 },
  ],
};
const fakes = vi.hoisted(() => ({ open: vi.fn(), free: vi.fn() }));
vi.mock("@/parts/review/load-scheduler", () => ({ loadSchedulerIfUsed: fakes.open }));

afterEach(cleanup);

function show(found: StudyProgress | undefined) {
  fakes.open.mockReset();
  fakes.open.mockResolvedValue(found && { core: { progress: () => found, free: fakes.free } });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ProgressPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Returns the rows of the table behind a chart. */
function rowsOf(name: string) {
  const details = within(screen.getByRole("region", { name })).getByText(/^Show as a table/).parentElement;
  (details as HTMLDetailsElement).open = true;
  fireEvent(details as HTMLElement, new Event("toggle"));
  return within(details as HTMLElement)
    .getAllByRole("row", { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}

test("S4.progress.1 each chart has a summary in words and a table with its numbers", async () => {
  show(progress);
  expect(
    await screen.findByText(
      "You remembered 70% of 10 reviews in the last 12 weeks. Your target, the line, is 90%. Today you would remember about 32 of the 40 cards you have begun.",
    ),
  ).toBeDefined();
  expect(rowsOf("What you remember")).toEqual([
    ["Week from", "Remembered", "Reviews"],
    ["26 Dec 2024", "70%", "10"],
  ]);
  expect(screen.getByText("8 cards are due, about 1 min in all. The busiest day is Fri 3 Jan, with 5.")).toBeDefined();
  expect(rowsOf("The next 3 days")).toEqual([
    ["Day", "Cards", "Takes about"],
    ["1 Jan 2025", "3", "1 min"],
    ["3 Jan 2025", "5", "1 min"],
  ]);
  expect(screen.getByText(/^7 min in the last seven days, 7 min in 12 weeks\./)).toBeDefined();
  expect(rowsOf("Time on cards")).toEqual([
    ["Week from", "Time", "Answers", "Days"],
    ["26 Dec 2024", "7 min", "16", "2"],
  ]);
  expect(fakes.free).toHaveBeenCalled();
});

test("S4.progress.1 a missed day is no failure: the page counts the days of study, and says that cards wait", async () => {
  show({ ...progress, streakDays: 0 });
  const text = (await screen.findByText(/^You studied on 2 days of the last 84\./)).textContent;
  expect(text).toContain("Your longest row has 9 days. Days off are fine: the cards wait");
  expect(text).not.toContain("in a row so far");
  expect(rowsOf("Days of study")).toHaveLength(3);
});

test("S4.progress.2 the page compares the work of the student's target with that of other targets", async () => {
  show(progress);
  const text = await screen.findByText(
    /^Your target of 90% costs about 34 reviews a day for the 40 cards you have begun, 6 min\. 85%: 22\./,
  );
  expect(text).toBeDefined();
  expect(rowsOf("What your target costs")).toEqual([
    ["Target", "Reviews a day", "Time a day"],
    ["85%", "22", "4 min"],
    ["90%", "34", "6 min"],
  ]);
});

const unanswered = progress.days.map((day) => ({ ...day, answers: 0 }));

test("S4.progress.1 a student who suspended all cards still sees the past weeks", async () => {
  show({ ...progress, cards: 0 });
  expect(await screen.findByRole("heading", { name: "Time on cards" })).toBeDefined();
});

test.each([[undefined], [{ ...progress, cards: 0, days: unanswered }]])(
  "S4.progress.1 without answers the page says what will appear",
  async (found) => {
    show(found);
    expect(await screen.findByText("Nothing to show yet")).toBeDefined();
    expect(screen.getByRole("link", { name: "Study" }).getAttribute("href")).toBe("/study");
  },
);
