import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Component as MergedCourses, replaceCourseCode } from "./merged-courses";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/courses/courses", () => ({
  courseQuery: (code: string) => ({
    queryKey: [code],
    queryFn: () => ({ courseCode: code === "CS246" ? "CS247" : code }),
  }),
}));

afterEach(cleanup);

test.each([
  ["/guide/CS246/exam", "", "/guide/CS247/exam"],
  ["/guide/CS246/my-cards/k1", "", "/guide/CS247/my-cards/k1"],
  ["/guide/CS246/my-cards/new", "?chapter=c1", "/guide/CS247/my-cards/new?chapter=c1"],
  ["/study", "?course=CS246&course=MATH137", "/study?course=CS247&course=MATH137"],
  ["/study", "?course=CS246&course=CS247", "/study?course=CS247"],
])("the URL %s%s of a merged course becomes %s", (pathname, search, expected) => {
  expect(replaceCourseCode(pathname, search, "CS246", "CS247")).toBe(expected);
});

function Address() {
  const { pathname, search, hash } = useLocation();
  return <p>{pathname + search + hash}</p>;
}

function show(address: string) {
  const children = ["/guide/:guideId/exam", "/study"].map((path) => ({ path, Component: Address }));
  const router = createMemoryRouter([{ Component: MergedCourses, children }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("redirects the old URL of a merged course and keeps its fragment", async () => {
  show("/guide/CS246/exam#plan");
  expect(await screen.findByText("/guide/CS247/exam#plan")).toBeDefined();
});

test("redirects each merged course in the selection of studied courses", async () => {
  show("/study?course=CS246&course=MATH137");
  expect(await screen.findByText("/study?course=CS247&course=MATH137")).toBeDefined();
});
