import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { StudyOverview } from "@/core/study";
import { paths } from "@/lib/urls/paths";
import { StudyStats } from "./study-stats";

const course = { cards: 9, recalls: 3, lapses: 1 };
let overview: StudyOverview = {
  due: 3,
  dueMs: 60_000,
  answeredToday: 2,
  streakDays: 1,
  day: 20_000,
  year: [0, 2],
  forecast: [3, 0],
  courses: [
    { ...course, code: "CS246", due: 2 },
    { ...course, code: "MATH137", due: 0 },
    { ...course, due: 1 },
  ],
};
vi.mock("@/parts/review/load-scheduler", () => ({
  loadSchedulerIfUsed: async () => ({ core: { overview: () => overview, free: () => undefined } }),
}));

afterEach(cleanup);

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <StudyStats />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("S2.study.1 the dashboard links to a session of the due cards, in the courses that have due cards", async () => {
  show();
  const link = await screen.findByRole("link", { name: "Study due cards" });
  expect(link.getAttribute("href")).toBe(paths.study(["CS246"]));
});

test("S2.study.1 the dashboard estimates the study time only if cards are due", async () => {
  show();
  expect(await screen.findByText("Takes about")).toBeDefined();
  cleanup();
  overview = { ...overview, due: 0, dueMs: 0 };
  show();
  expect(await screen.findByText("0 cards")).toBeDefined();
  expect(screen.queryByText("Takes about")).toBeNull();
});
