import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { Countdown } from "./countdown";

const plan = vi.hoisted(() => vi.fn());
vi.mock("@/parts/exams/plan", () => ({ examPlanQuery: () => ({ queryKey: ["plan"], queryFn: plan }) }));
vi.mock("@/parts/exams/exam-text", () => ({
  countdownText: () => "In 3 days",
  examDateText: () => "Fri 4 Dec",
}));
vi.mock("./today-plan-text", () => ({ todayPlanText: ({ cards }: { cards: number }) => `Today: ${cards} cards` }));

beforeEach(() => void plan.mockReset());
afterEach(cleanup);

const show = (withCourse?: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Countdown exam={{ course: "CS246" } as Exam} today={1} {...(withCourse && { withCourse })} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("an exam shows its days, its date and today's part of the plan, and links to its page", async () => {
  plan.mockResolvedValue({ cards: 12 });
  show(true);
  expect(screen.getByRole("status").textContent).toBe("Today: ...");
  expect(await screen.findByText("Today: 12 cards")).toBeDefined();
  expect(screen.getByRole("heading", { level: 3, name: "In 3 days" })).toBeDefined();
  expect(screen.getByRole("link", { name: "In 3 days" }).getAttribute("href")).toMatch(/CS246/);
  expect(screen.getByText("Fri 4 Dec")).toBeDefined();
  expect(screen.getByText("CS 246")).toBeDefined();
});

test("a plan that cannot be loaded says so, and the days stay", async () => {
  plan.mockRejectedValue(new Error("No answer."));
  show();
  expect(await screen.findByText("Today's plan could not be loaded.")).toBeDefined();
  expect(screen.getByRole("link", { name: "In 3 days" })).toBeDefined();
  expect(screen.queryByText("CS 246")).toBeNull();
});
