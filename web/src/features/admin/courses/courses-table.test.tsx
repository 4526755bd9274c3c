import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CoursesTable } from "./courses-table";
import type { ManagedCourseRow } from "./use-course-search";

const shown: ManagedCourseRow = { courseCode: "CS246", title: "Objects", noteCount: 12, hidden: false };
const hidden: ManagedCourseRow = { courseCode: "MATH137", title: "Calculus", noteCount: 0, hidden: true };
/** A course with an unfinished merge. */
const moving: ManagedCourseRow = { courseCode: "CS115", title: "Design", hidden: true, mergingInto: "CS135" };

const actions = { onEdit: vi.fn(), onVisibility: vi.fn(), onMerge: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  render(
    <MemoryRouter>
      <CoursesTable label="Courses" courses={[shown, hidden, moving]} {...actions} />
    </MemoryRouter>,
  );
});
afterEach(cleanup);

const row = (title: string) => screen.getByRole("row", { name: new RegExp(title) });

async function openMenu(name: string) {
  fireEvent.keyDown(screen.getByRole("button", { name: `Actions for ${name}` }), { key: "Enter" });
  return within(await screen.findByRole("menu"));
}

test.each([
  ["Edit text and picture", "CS 246", actions.onEdit, shown],
  ["Hide from students", "CS 246", actions.onVisibility, shown],
  ["Merge into another course", "CS 246", actions.onMerge, shown],
  ["Show to students", "MATH 137", actions.onVisibility, hidden],
] as const)("“%s” in the menu of %s calls only that action, with the course", async (label, name, asked, course) => {
  const menu = await openMenu(name);
  fireEvent.click(menu.getByRole("menuitem", { name: label }));
  expect(asked.mock.calls).toEqual([[course]]);
  expect(Object.values(actions).flatMap((action) => action.mock.calls)).toHaveLength(1);
});

test("a hidden course is marked and offers Show, a visible one offers Hide", async () => {
  const labels = (menu: Awaited<ReturnType<typeof openMenu>>) =>
    menu.getAllByRole("menuitem").map((item) => item.textContent);
  expect(labels(await openMenu("MATH 137"))).toContain("Show to students");
  expect(within(row("Calculus")).getByText("Hidden")).toBeDefined();
  expect(within(row("Objects")).queryByText("Hidden")).toBeNull();
  cleanup();
  render(
    <MemoryRouter>
      <CoursesTable label="Courses" courses={[shown]} {...actions} />
    </MemoryRouter>,
  );
  expect(labels(await openMenu("CS 246"))).toEqual([
    "Edit text and picture",
    "Hide from students",
    "Merge into another course",
  ]);
});

test("a course that is being merged shows its target and can only be resumed", () => {
  const moves = within(row("Design"));
  expect(moves.getByText("Moving to CS 135")).toBeDefined();
  expect(moves.queryByText("Hidden")).toBeNull();
  const buttons = moves.getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual(["Continue"]);
  fireEvent.click(moves.getByRole("button", { name: "Continue merging CS 115" }));
  expect(actions.onMerge.mock.calls).toEqual([[moving]]);
});

test("a row links to its course and shows the number of notes if it is known", () => {
  expect(screen.getByRole("link", { name: "Objects" }).getAttribute("href")).toBe("/guide/CS246/notes");
  const counts = screen.getAllByRole("row").map((each) => each.querySelector("td.size")?.textContent);
  expect(counts).toEqual([undefined, "12", "0", ""]);
});
