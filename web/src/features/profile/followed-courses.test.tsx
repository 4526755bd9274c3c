import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FollowedCourses } from "./followed-courses";

const fakes = vi.hoisted(() => ({
  codes: [] as string[],
  found: undefined as object | undefined,
  searched: vi.fn(),
  change: vi.fn(),
  rejected: undefined as unknown as (error: unknown) => void,
  toast: vi.fn(),
}));
vi.mock("@/core/search/queries", () => ({
  courseRecordsQuery: (codes: string[]) => ({
    queryKey: ["records", codes],
    queryFn: async () => ({ courses: codes.map((code) => ({ code, title: `Title ${code}` })) }),
  }),
  useSearch: (text: string) => {
    fakes.searched(text);
    return { data: fakes.found };
  },
}));
vi.mock("@/data/me/me", () => ({
  useFollowedCourses: () => ({ codes: fakes.codes }),
  useChangeFollowedCourses: (onRejected: typeof fakes.rejected) => {
    fakes.rejected = onRejected;
    return fakes.change;
  },
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));

beforeEach(() => {
  Object.assign(fakes, { codes: ["CS246"], found: undefined });
  for (const each of [fakes.searched, fakes.change, fakes.toast]) each.mockReset();
});
afterEach(cleanup);

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FollowedCourses />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const type = (value: string) => fireEvent.change(screen.getByLabelText("Add courses"), { target: { value } });
const hits = (count: number) => ({
  hits: Array.from({ length: count }, (_, index) => ({ code: `CS${246 + index}`, title: `Found ${index}` })),
});

test("followed courses link to their notes and can be removed", async () => {
  show();
  expect(await screen.findByText("Title CS246")).toBeDefined();
  expect(screen.getByRole("link", { name: "CS 246 Title CS246" }).getAttribute("href")).toBe("/guide/CS246/notes");
  fireEvent.click(screen.getByRole("button", { name: "Remove CS 246" }));
  expect(fakes.change.mock.calls).toEqual([[{ code: "CS246", follow: false }]]);
  expect(screen.queryByText("You aren't following any courses yet.")).toBeNull();
  cleanup();
  fakes.codes = [];
  show();
  expect(screen.getByText("You aren't following any courses yet.")).toBeDefined();
});

test("the first six matching courses are listed, and those already followed are checked", () => {
  fakes.found = hits(7);
  show();
  expect(screen.queryByRole("list", { name: "Found courses" })).toBeNull();
  type("cs");
  expect(fakes.searched).toHaveBeenLastCalledWith("cs");
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false, false, false]);
  fireEvent.click(screen.getByLabelText("CS 247 Found 1"));
  fireEvent.click(screen.getByLabelText("CS 246 Found 0"));
  expect(fakes.change.mock.calls).toEqual([[{ code: "CS247", follow: true }], [{ code: "CS246", follow: false }]]);
});

test("a search without a match says so once the response has arrived, and white space is not searched", () => {
  show();
  type("zebra");
  expect(screen.queryByText("Course not found.")).toBeNull();
  fakes.found = hits(0);
  type("zebras");
  expect(screen.getByText("Course not found.")).toBeDefined();
  fakes.found = hits(1);
  type("  ");
  expect(screen.queryByText("Course not found.")).toBeNull();
  expect(screen.queryByRole("list", { name: "Found courses" })).toBeNull();
});

test("a change that the server rejects shows a message", () => {
  show();
  const error = new Error("no");
  fakes.rejected(error);
  expect(fakes.toast.mock.calls).toEqual([
    ["Your courses could not be changed. Please try again.", { kind: "error", error }],
  ]);
});
