import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordRecentCourse } from "@/parts/recent-courses";
import { StudyModeTiles } from "./mode-tiles";
import { RecentCourses } from "./recent-courses";

const known = vi.hoisted(() => ({ ask: vi.fn() }));
vi.mock("@/core/search/queries", () => ({
  courseRecordsQuery: (codes: string[]) => ({ queryKey: ["known", codes], queryFn: () => known.ask(codes) }),
}));

beforeEach(() => {
  localStorage.clear();
  known.ask.mockReset();
});
afterEach(cleanup);

test("each study mode has a tile that leads to it", () => {
  render(
    <MemoryRouter>
      <StudyModeTiles />
    </MemoryRouter>,
  );
  const section = screen.getByRole("region", { name: "Study modes" });
  const tiles = within(section).getAllByRole("link");
  expect(tiles.map((tile) => [tile.textContent, tile.getAttribute("href")])).toEqual([
    ["Cram Mode Everything", "/cram-mode"],
    ["Deep Dive Chapter Notes", "/deep-dive"],
    ["Exam Review Midterm/Final", "/exam-review"],
    ["Quick Recap Summary", "/quick-recap"],
    ["Night Owl R&B", "/night-owl"],
    ["Chill Review Rock", "/chill-review"],
  ]);
});

const showRecent = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <RecentCourses uid="amara" />
      </MemoryRouter>
    </QueryClientProvider>,
  ).container;

test("the courses that were opened last link to their notes", async () => {
  recordRecentCourse("amara", "MATH137");
  recordRecentCourse("amara", "CS246");
  known.ask.mockResolvedValue({ courses: [{ code: "CS246", title: "Objects" }] });
  showRecent();
  const section = await screen.findByRole("region", { name: "Recently opened" });
  expect(known.ask).toHaveBeenCalledWith(["CS246", "MATH137"]);
  const [course] = within(section).getAllByRole("listitem");
  expect(course?.textContent).toContain("CS 246Objects");
  const link = within(section).getByRole("link", { name: "Objects" });
  expect([link.getAttribute("href"), link.title]).toEqual(["/guide/CS246/notes", "Objects"]);
});

test.each([
  ["none is known", () => known.ask.mockResolvedValue({ courses: [] })],
  ["they cannot be read", () => known.ask.mockRejectedValue(new Error("Offline."))],
])("no section of recent courses is shown if %s", async (_, prepare) => {
  prepare();
  const container = showRecent();
  await vi.waitFor(() => expect(known.ask).toHaveBeenCalled());
  expect(container.innerHTML).toBe("");
});
