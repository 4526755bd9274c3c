import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import type { RequestedCourse } from "@/data/requests/requests";
import { RequestedCourses } from "./requested-courses";

const api = vi.hoisted(() => ({ courses: vi.fn(), reasons: vi.fn() }));
const paged = { initialPageParam: "", networkMode: "always", retry: false };
vi.mock("@/data/requests/requests", () => ({
  courseRequestsQuery: (state: string) => ({
    ...paged,
    queryKey: ["wanted", state],
    queryFn: () => api.courses(state),
    getNextPageParam: () => undefined,
  }),
  requestReasonsQuery: (code: string) => ({
    ...paged,
    queryKey: ["reasons", code],
    queryFn: ({ pageParam }: { pageParam: string }) => api.reasons(code, pageParam),
    getNextPageParam: (page: { requests: { nextCursor?: string } }) => page.requests.nextCursor,
  }),
}));
vi.mock("./decide-dialog", () => ({
  DecideDialog: ({ course, onClose }: { course: RequestedCourse; onClose: () => void }) => (
    <div role="dialog" aria-label={course.courseName}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ),
}));

const course = (courseCode: string, more: Partial<RequestedCourse> = {}) =>
  ({
    courseCode,
    courseName: `Name of ${courseCode}`,
    requesters: 2,
    state: "open",
    firstAskedAt: "2026-03-01T12:00:00Z",
    lastAskedAt: "2026-03-05T12:00:00Z",
    ...more,
  }) as RequestedCourse;
const reason = (id: string, more: object = {}) => ({
  id,
  reason: `Reason ${id}`,
  requesterName: `Student ${id}`,
  courseName: "Name of ART100",
  requestDate: "2026-03-05T12:00:00Z",
  ...more,
});

beforeEach(() => {
  api.courses.mockReset().mockResolvedValue({ items: [course("ART100")] });
  api.reasons.mockReset();
});
afterEach(cleanup);

function show(address = "/requests") {
  const router = createMemoryRouter([{ path: "*", Component: RequestedCourses }], { initialEntries: [address] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const pressed = () =>
  screen
    .getAllByRole("button")
    .filter((button) => button.getAttribute("aria-pressed") === "true")
    .map(({ textContent }) => textContent);

test("a requested course shows the number of requests, the dates and the reply, and can be created", async () => {
  api.courses.mockResolvedValue({
    items: [
      course("ART100", { answer: "We look for notes." }),
      course("BIO1", { requesters: 1, lastAskedAt: "2026-03-01T12:00:00Z" }),
    ],
  });
  show();
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toContain("2 requests · 1 Mar 2026 to 5 Mar 2026");
  expect(first?.textContent).toContain("We look for notes.");
  expect(second?.textContent).toContain("1 request · 1 Mar 2026");
  expect(second?.textContent).not.toContain(" to ");
  const link = screen.getByRole("link", { name: "Create the course ART 100" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toMatch(/ART100.*Name.of.ART100/);
});

test("a course that was added cannot be created again", async () => {
  api.courses.mockResolvedValue({ items: [course("ART100", { state: "added" })] });
  show("/requests?state=added");
  expect(await screen.findByRole("button", { name: "Decide on ART 100" })).toBeDefined();
  expect(screen.queryByRole("link")).toBeNull();
});

test("the list shows the requests with the state in the URL, and open requests for an unknown state", async () => {
  const router = show("/requests?state=planned");
  await waitFor(() => expect(api.courses.mock.calls).toEqual([["planned"]]));
  expect(pressed()).toEqual(["Planned"]);
  await press("Declined");
  await waitFor(() => expect(router.state.location.search).toBe("?state=declined"));
  await press("Open");
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(pressed()).toEqual(["Open"]);
  cleanup();
  show("/requests?state=nonsense");
  expect(pressed()).toEqual(["Open"]);
});

test.each([
  ["", "Nothing to decide"],
  ["?state=planned", "Nothing planned"],
  ["?state=added", "Nothing added yet"],
  ["?state=declined", "Nothing declined"],
])("an empty list at '%s' says: %s", async (search, title) => {
  api.courses.mockResolvedValue({ items: [] });
  show(`/requests${search}`);
  expect(await screen.findByText(title)).toBeDefined();
  const hint = screen.queryByText("A course appears here as soon as a student asks for it.");
  expect(hint !== null).toBe(search === "");
});

test("'Decide' opens the dialog of its course until it is closed", async () => {
  api.courses.mockResolvedValue({ items: [course("ART100"), course("BIO1")] });
  show();
  await press("Decide on BIO 1");
  expect(screen.getByRole("dialog", { name: "Name of BIO1" })).toBeDefined();
  await press("Close");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the reasons are loaded on request, page by page, with the student, the date and the course name", async () => {
  api.reasons.mockImplementation(async (_: string, cursor: string) =>
    cursor === ""
      ? { requests: { items: [reason("1"), reason("2", { reason: "", courseName: "Arts" })], nextCursor: "more" } }
      : { requests: { items: [reason("3")] } },
  );
  show();
  const button = await screen.findByRole("button", { name: "Reasons for ART 100" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(api.reasons).not.toHaveBeenCalled();
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  const list = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLElement;
  expect(within(list).getByRole("status", { name: "Loading the reasons..." })).toBeDefined();
  await within(list).findByText("Reason 1");
  expect(within(list).queryByRole("status")).toBeNull();
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Reason 1Student 1 · 5 Mar 2026", "No reason givenStudent 2 · 5 Mar 2026 · “Arts”"]);
  await press("Show more");
  await within(list).findByText("Reason 3");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  fireEvent.click(button);
  expect(list.isConnected).toBe(false);
});

test("reasons that fail to load show an error, and a retry loads them", async () => {
  api.reasons.mockRejectedValueOnce(unreachableProblem());
  api.reasons.mockResolvedValue({ requests: { items: [reason("1")] } });
  show();
  await press("Reasons for ART 100");
  fireEvent.click(await screen.findByRole("button", { name: /retry|try again/i }));
  expect(await screen.findByText("Reason 1")).toBeDefined();
});
