import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PaginatedList } from "./paginated-list";

let isOnline = true;
vi.mock("@/lib/browser/online", () => ({ useOnline: () => isOnline }));

const list = {
  isPending: false,
  isError: false,
  error: null as Error | null,
  data: [] as unknown,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch: vi.fn(),
  fetchNextPage: vi.fn(),
};

beforeEach(() => {
  isOnline = true;
  vi.clearAllMocks();
});
afterEach(cleanup);

function show(more: Partial<typeof list> = {}, isEmpty = false, skeleton?: string) {
  render(
    <PaginatedList
      list={{ ...list, ...more }}
      what="the notes"
      isEmpty={isEmpty}
      empty={<p>Empty</p>}
      {...(skeleton && { skeleton: <p>{skeleton}</p> })}
    >
      <p>Rows</p>
    </PaginatedList>,
  );
}
const retry = () => fireEvent.click(screen.getByRole("button", { name: /Retry|Try again/i }));

test.each([
  [true, "Empty"],
  [false, "Rows"],
])("with isEmpty %s, a loaded list shows: %s", (isEmpty, text) => {
  show({}, isEmpty);
  expect(["Empty", "Rows"].filter((each) => screen.queryByText(each))).toEqual([text]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a list that is loading shows a placeholder in the form of its rows", () => {
  show({ data: undefined, isPending: true });
  expect(
    screen.getByRole("status", { name: "Loading the notes..." }).querySelectorAll(".console-skeleton > *"),
  ).toHaveLength(6);
  cleanup();
  show({ data: undefined, isPending: true }, false, "Tiles");
  expect(screen.getByRole("status").textContent).toBe("Tiles");
});

test("a list that could not be loaded can be retried", () => {
  show({ data: undefined, isError: true, error: new Error("No.") });
  expect(screen.getByText("Could not load the notes")).toBeDefined();
  expect(screen.queryByText("The list will appear when you're back online.")).toBeNull();
  retry();
  expect(list.refetch).toHaveBeenCalledTimes(1);
});

test.each([true, false])("offline without data (pending: %s), the list waits for the connection", (isPending) => {
  isOnline = false;
  show({ data: undefined, isPending, error: isPending ? null : new Error("No.") });
  expect(screen.getByText("You're offline")).toBeDefined();
  expect(screen.getByText("The list will appear when you're back online.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test.each([
  [false, "Could not refresh the notes.", "refetch"],
  [true, "Could not load more.", "fetchNextPage"],
] as const)("an error above the rows (of the next page: %s) says %j, and can be retried", (isOfNext, text, call) => {
  show({ isError: true, error: new Error("No."), isFetchNextPageError: isOfNext });
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText("Rows")).toBeDefined();
  retry();
  expect(list.refetch).toHaveBeenCalledTimes(call === "refetch" ? 1 : 0);
  expect(list.fetchNextPage).toHaveBeenCalledTimes(call === "fetchNextPage" ? 1 : 0);
});

test("offline the rows are shown without an error", () => {
  isOnline = false;
  show({ isError: true, error: new Error("No.") });
  expect(screen.getByText("Rows")).toBeDefined();
  expect(screen.queryByText("Could not refresh the notes.")).toBeNull();
});

test("the next page is loaded by a button, which is busy while the page loads", () => {
  show({ hasNextPage: true });
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(list.fetchNextPage).toHaveBeenCalledTimes(1);
  cleanup();
  show({ hasNextPage: true, isFetchingNextPage: true });
  expect(screen.getByRole("button", { name: "Loading..." })).toBeDefined();
});
