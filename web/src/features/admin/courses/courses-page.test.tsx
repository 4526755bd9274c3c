import { type InfiniteData, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import {
  courseByTypedCodeQuery,
  hiddenCoursesQuery,
  mergesQuery,
  visibleCoursesQuery,
} from "@/data/courses/managed-courses";
import { CoursesPage } from "./courses-page";

interface Search {
  isLoading: boolean;
  data?: { hits: object[] };
  error?: Error;
}
let search: Search;
vi.mock("@/core/search/queries", () => ({ useSearch: () => search }));

interface Page {
  items: object[];
  nextCursor?: string;
}
const course = (courseCode: string, title: string, hidden = false) => ({ courseCode, title, noteCount: 3, hidden });
const merge = (courseCode: string, title: string, finished: boolean) => ({
  courseCode,
  title,
  into: "CS135",
  finished,
});

beforeEach(() => {
  search = { isLoading: false, data: { hits: [] } };
  // Requests of the dialogs never complete.
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
});
afterEach(cleanup);

/** Renders the page with these server responses. */
function show({ courses = [], hidden = [], merges = [] }: Record<string, Page[]>, address = "/console/courses") {
  const client = new QueryClient();
  const said = (pages: Page[]) =>
    ({ pages: pages.length > 0 ? pages : [{ items: [] }], pageParams: [""] }) as unknown as InfiniteData<never, string>;
  client.setQueryData(visibleCoursesQuery.queryKey, said(courses));
  client.setQueryData(hiddenCoursesQuery.queryKey, said(hidden));
  client.setQueryData(mergesQuery.queryKey, said(merges));
  client.setQueryData(courseByTypedCodeQuery("knitting").queryKey, null);
  const router = createMemoryRouter([{ path: "*", element: <CoursesPage /> }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const find = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
const tables = () => screen.getAllByRole("table").map((table) => table.getAttribute("aria-label"));
const titles = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("link")
    .map((link) => link.textContent);

test("an interrupted merge is listed above all courses, and resumes into the same course", async () => {
  const merges = [{ items: [merge("CS114", "Old", true), merge("CS115", "Design", false)] }];
  show({ merges, courses: [{ items: [course("CS135", "Functions")] }] });
  expect(tables()).toEqual(["Unfinished merges", "Courses"]);
  expect(titles("Unfinished merges")).toEqual(["Design"]);
  fireEvent.click(screen.getByRole("button", { name: "Continue merging CS 115" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge CS 115 into another course" }));
  expect(dialog.getByRole("button", { name: "Continue merging" })).toBeDefined();
  // The target course is known.
  expect(dialog.queryByRole("textbox")).toBeNull();
});

test("finished merges are not listed", () => {
  show({ merges: [{ items: [merge("CS114", "Old", true)] }], courses: [{ items: [course("CS135", "Functions")] }] });
  expect(tables()).toEqual(["Courses"]);
  expect(screen.queryByRole("heading", { name: "Unfinished merges" })).toBeNull();
});

test("hidden courses are listed separately above visible ones, and more of them can be loaded", () => {
  show({
    courses: [{ items: [course("CS135", "Functions")] }, { items: [course("CS136", "Data")] }],
    hidden: [{ items: [course("CS100", "Computers", true)], nextCursor: "more" }],
  });
  expect(screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
    "Hidden from students",
    "Shown",
  ]);
  expect(titles("Hidden courses")).toEqual(["Computers"]);
  expect(titles("Courses")).toEqual(["Functions", "Data"]);
  expect(screen.getByRole("button", { name: "Show more hidden courses" })).toBeDefined();
});

test("shows no 'Show more' button when all hidden courses are loaded", () => {
  show({
    courses: [{ items: [course("CS135", "Functions")] }],
    hidden: [{ items: [course("CS100", "Computers", true)] }],
  });
  expect(titles("Hidden courses")).toEqual(["Computers"]);
  expect(screen.queryByRole("button", { name: "Show more hidden courses" })).toBeNull();
});

test("explains how to add courses when there are none", () => {
  show({});
  expect(screen.getByText("No courses yet")).toBeDefined();
  expect(screen.getByText("Create the first one, or import a list.")).toBeDefined();
});

test("shows a loading state while courses are searched, and no 'not found' message", () => {
  search = { isLoading: true };
  show({ courses: [{ items: [course("CS135", "Functions")] }] });
  find("knitting");
  expect(screen.getByRole("status").textContent).toBe("Searching...");
  expect(screen.queryByText("No course matches")).toBeNull();
  search = { isLoading: false, data: { hits: [] } };
  find("knitting ");
  expect(screen.getByText("No course matches")).toBeDefined();
  expect(screen.getByText(/^Try its code\./)).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
});

test("a failed search shows the reason, and no hint about codes", () => {
  search = { isLoading: false, error: unreachableProblem() };
  show({});
  find("knitting");
  expect(screen.getByText(unreachableProblem().detail)).toBeDefined();
  expect(screen.queryByText("No course matches")).toBeNull();
  expect(screen.queryByText(/^Try its code\./)).toBeNull();
});

test("search results replace the list, hidden courses first, until the box is empty or blank", () => {
  search = { isLoading: true, data: { hits: [{ code: "ART200", title: "Knitting patterns" }] } };
  show({
    courses: [{ items: [course("CS135", "Functions")] }],
    hidden: [{ items: [course("ART100", "Knitting", true), course("ART101", "Weaving", true)] }],
  });
  find("knitting");
  expect(tables()).toEqual(["Courses found"]);
  expect(titles("Courses found")).toEqual(["Knitting", "Knitting patterns"]);
  find("  ");
  expect(tables()).toEqual(["Hidden courses", "Courses"]);
});

test.each([
  ["CS 135", "Edit text and picture", "dialog", "Edit CS 135"],
  ["CS 135", "Hide from students", "alertdialog", "Hide CS 135?"],
  ["CS 100", "Show to students", "alertdialog", "Show CS 100?"],
  ["CS 135", "Merge into another course", "dialog", "Merge CS 135 into another course"],
] as const)("the menu of %s: “%s” opens a dialog, which Escape closes", async (name, label, role, title) => {
  show({
    courses: [{ items: [course("CS135", "Functions")] }],
    hidden: [{ items: [course("CS100", "Computers", true)] }],
  });
  fireEvent.keyDown(screen.getByRole("button", { name: `Actions for ${name}` }), { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: label }));
  fireEvent.keyDown(await screen.findByRole(role, { name: title }), { key: "Escape" });
  await vi.waitFor(() => expect(screen.queryByRole(role)).toBeNull());
});

test("“Import” and “New course” open their dialogs, and a course request opens its form", async () => {
  const router = show({ courses: [{ items: [course("CS135", "Functions")] }] });
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "New course" }));
  expect(router.state.location.search).toBe("?new=");
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toBe("");
  cleanup();
  show({}, "/console/courses?new=ART100&title=Knitting");
  const dialog = within(await screen.findByRole("dialog"));
  const typed = dialog.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value);
  expect(typed.slice(0, 2)).toEqual(["ART 100", "Knitting"]);
});
