import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PublicProfile } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { TopCourses } from "./top-courses";

const read = vi.hoisted(() => vi.fn());
vi.mock("@/data/people/students", () => ({
  studentCoursesQuery: (username: string) => ({ queryKey: [username], queryFn: () => read(username), retry: false }),
}));

beforeEach(() => read.mockReset());
afterEach(cleanup);

function show(isOwn: boolean, showsCourses = true): void {
  const profile = { username: "ada", displayUsername: "Ada", showsCourses } as PublicProfile;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TopCourses profile={profile} isOwn={isOwn} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const course = { code: "CS246", title: "Objects", savedNotes: 3 };
const hint = () => screen.queryByText("Only you can see this.", { exact: false });

test("each course links to its notes, and shows how many of them are saved", async () => {
  read.mockResolvedValue({ courseCount: 1, topCourses: [course] });
  show(false);
  expect(screen.getByRole("status", { name: "Loading courses..." })).toBeDefined();
  const link = await screen.findByRole("link", { name: /CS 246/ });
  expect([link.title, link.getAttribute("href")?.includes("CS246")]).toEqual(["Objects", true]);
  expect(link.textContent).toContain("3 saved");
  expect([screen.queryByRole("status"), hint()]).toEqual([null, null]);
  expect(read.mock.calls).toEqual([["ada"]]);
});

test.each([
  [false, 0, "No saved notes yet."],
  [true, 0, "Courses of the notes you save appear here."],
  [false, null, "@Ada keeps their courses private."],
])("without courses (own profile: %s, count: %s) the profile says: %s", async (isOwn, courseCount, text) => {
  read.mockResolvedValue({ courseCount, topCourses: [] });
  show(isOwn);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole("list")).toBeNull();
});

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])(
  "the own profile (%s) that shows its courses (%s) has a hint about it: %s",
  async (isOwn, showsCourses, expected) => {
    read.mockResolvedValue({ courseCount: 1, topCourses: [course] });
    show(isOwn, showsCourses);
    await screen.findByRole("link", { name: /CS 246/ });
    expect(hint() !== null).toBe(expected);
  },
);

test.each([
  [true, "Error fetching saved notes: Said so."],
  [false, "Error loading notes: Said so."],
])("if courses cannot be loaded (own profile: %s), an error is shown, which can be retried", async (isOwn, text) => {
  read.mockRejectedValueOnce(new ApiProblem({ code: "internal", status: 500, detail: "Said so." }));
  read.mockResolvedValue({ courseCount: 1, topCourses: [course] });
  show(isOwn);
  await vi.waitFor(() => expect(document.body.textContent).toContain(text));
  fireEvent.click(screen.getByRole("button", { name: /Retry|Try again/i }));
  expect(await screen.findByRole("link", { name: /CS 246/ })).toBeDefined();
});
