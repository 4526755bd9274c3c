import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { paths } from "@/lib/urls/paths";
import { FollowedCoursesSidebar } from "./courses-rail";

let codes: string[] = [];
vi.mock("@/data/me/me", () => ({ useFollowedCourses: () => ({ codes }) }));
vi.mock("@/core/search/queries", () => ({
  courseRecordsQuery: (asked: readonly string[]) => ({
    queryKey: asked,
    queryFn: async () => ({
      courses: [
        { code: "CS246", notes: 1 },
        { code: "CS247", notes: 0 },
        { code: "CS248", notes: 1234 },
      ],
    }),
  }),
}));

afterEach(cleanup);
function show(...followed: string[]): void {
  codes = followed;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FollowedCoursesSidebar />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("followed courses lead to their notes, whose number is shown once it is known", async () => {
  show("CS246", "CS247", "CS248", "CS999");
  expect(screen.getByRole("link", { name: "CS 246" }).getAttribute("href")).toBe(paths.notes("CS246"));
  const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows()).toEqual(["CS 246", "CS 247", "CS 248", "CS 999"]);
  await vi.waitFor(() => expect(rows()).toEqual(["CS 2461 note", "CS 247No notes yet", "CS 2481,234 notes", "CS 999"]));
  expect(screen.queryByText("Follow a course to keep it here.")).toBeNull();
});

test("without followed courses, a text explains how to follow one", () => {
  show();
  expect(screen.getByText("Follow a course to keep it here.")).toBeDefined();
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.getByRole("link", { name: "Request" }).getAttribute("href")).toBe(paths.upload());
});
