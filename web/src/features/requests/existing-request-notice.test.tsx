import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound, server } from "@/api/client-testing";
import { onCourseRequestConfirmed } from "@/data/requests/requests";
import { ExistingRequestNotice } from "./existing-request-notice";
import { MyRequests } from "./my-requests";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const fakes = vi.hoisted(() => ({ changes: [] as object[], enqueue: vi.fn(), toast: vi.fn(), isOnline: true }));
vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: (select: (all: object) => unknown) => select(fakes),
  selectPendingChanges: () => fakes.changes,
  enqueueChange: fakes.enqueue,
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => fakes.isOnline }));

const requested = { courseCode: "CS246", requesters: 2, mine: false, state: "open", available: false };

beforeEach(() => {
  server.reset();
  fakes.changes = [];
  fakes.isOnline = true;
  fakes.enqueue.mockReset().mockResolvedValue({ status: "sent" });
  fakes.toast.mockReset();
});
afterEach(cleanup);

function show(element: ReactElement) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: "*", element }]);
  const { container } = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    queries,
    text: () => container.textContent,
    idle: () => vi.waitFor(() => expect(queries.isFetching()).toBe(0)),
  };
}

async function notice(summary: object) {
  server.answer = () => ({ ...requested, ...summary });
  const shown = show(<ExistingRequestNotice code="CS246" />);
  await vi.waitFor(() => expect(server.requests).toEqual([["GET /api/requested-courses/CS246"]]));
  await shown.idle();
  return shown;
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the notice of a course that already exists links to it", async () => {
  const { text } = await notice({ available: true });
  expect(text()).toContain("CS 246 is already here.");
  expect(screen.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/guide/CS246/notes");
});

test("there is no notice for a course that was not requested, or that could not be looked up", async () => {
  const { text } = await notice({ requesters: 0 });
  expect(text()).toBe("");
  cleanup();
  server.reject(notFound());
  const shown = show(<ExistingRequestNotice code="CS246" />);
  await shown.idle();
  expect(shown.text()).toBe("");
});

test.each([
  [{ requesters: 1 }, "1 student asked for CS 246."],
  [{ requesters: 3 }, "3 students asked for CS 246."],
  [{ requesters: 1, mine: true }, "You asked for CS 246."],
  [{ requesters: 2, mine: true }, "You asked for CS 246, and so did 1 other."],
  [{ requesters: 3, mine: true }, "You asked for CS 246, and so did 2 others."],
])("for %o the notice says: “%s”", async (summary, expected) => {
  const { text } = await notice(summary);
  expect(text()).toContain(expected);
  expect(text()).not.toContain("Open");
  expect(screen.queryByRole("button", { name: "Me too" }) === null).toBe("mine" in summary);
});

test("the decision about a request and its reply are shown", async () => {
  const { text } = await notice({ state: "planned", answer: "In January." });
  expect(text()).toContain("Planned");
  expect(screen.getByText("In January.")).toBeDefined();
});

test("S4.out.1 a student joins a request, and is counted at once", async () => {
  const { text } = await notice({});
  await press("Me too");
  expect(fakes.enqueue.mock.calls).toEqual([[{ kind: "wantCourse", on: true, code: "CS246" }]]);
  await vi.waitFor(() => expect(fakes.toast.mock.calls).toEqual([["Your request for CS 246 was counted."]]));
  expect(text()).toContain("2 students");
});

test("a vote that is not counted shows the reason", async () => {
  await notice({});
  fakes.enqueue.mockRejectedValue(notFound("There is no such course."));
  await press("Me too");
  await vi.waitFor(() =>
    expect(fakes.toast.mock.calls).toEqual([
      ["Your request was not counted. There is no such course.", { kind: "error" }],
    ]),
  );
});

test.each([
  [true, false, 2, "You asked for CS 246, and so did 2 others."],
  [false, true, 1, "1 student asked"],
  [true, true, 2, "You asked for CS 246, and so did 1 other."],
])("a pending vote (%s) over the server's (%s) is counted", async (on, mine, requesters, expected) => {
  fakes.changes = [
    { kind: "wantCourse", on: !on, code: "CS136" },
    { kind: "wantCourse", on, code: "CS246" },
  ];
  const { text } = await notice({ mine, requesters: mine && !on ? requesters + 1 : requesters });
  expect(text()).toContain(expected);
});

test("a confirmed vote updates the number of requests", async () => {
  const { queries, text } = await notice({});
  act(() => onCourseRequestConfirmed(queries, { ...requested, requesters: 9 } as never));
  await vi.waitFor(() => expect(text()).toContain("9 students asked"));
  server.answer = () => ({ ...requested, requesters: 5 });
  act(() => onCourseRequestConfirmed(queries));
  await vi.waitFor(() => expect(text()).toContain("5 students asked"));
});

const request = (code: string, more: object = {}) => ({
  courseCode: code,
  courseName: `Name ${code}`,
  state: "open",
  requesters: 1,
  requestDate: "2026-11-14T12:00:00Z",
  ...more,
});
const rows = () => screen.getAllByRole("listitem").map((row) => row.textContent);

test("the student's requests are listed, newest first, with the decisions", async () => {
  const older = request("CS136", {
    state: "added",
    requesters: 4,
    answer: "Enjoy.",
    requestDate: "2026-11-01T12:00:00Z",
  });
  server.answer = () => ({ items: [older, request("CS246")] });
  show(<MyRequests />);
  expect(screen.getByRole("status", { name: "Loading your requests..." })).toBeDefined();
  await screen.findByText("Name CS246");
  expect(rows()).toEqual([
    "CS 246Name CS246Open1 request · 14 Nov 2026Withdraw",
    "CS 136Name CS136Added4 requests · 1 Nov 2026Enjoy.Open CS 136",
  ]);
  expect(screen.getByRole("link", { name: "Open CS 136" }).getAttribute("href")).toBe("/guide/CS136/notes");
});

test("further requests load by a button", async () => {
  server.answer = (asked) =>
    asked.includes("cursor") ? { items: [request("CS136")] } : { items: [request("CS246")], nextCursor: "c1" };
  show(<MyRequests />);
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByText("Name CS136")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a request whose withdrawal is pending is not listed", async () => {
  fakes.changes = [{ kind: "wantCourse", on: false, code: "CS246" }];
  server.answer = () => ({ items: [request("CS246"), request("CS136")] });
  show(<MyRequests />);
  await screen.findByText("Name CS136");
  expect(rows()).toHaveLength(1);
});

async function withdraw() {
  server.answer = () => ({ items: [request("CS246")] });
  show(<MyRequests />);
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw the request for CS 246" }));
  return within(await screen.findByRole("alertdialog", { name: "Withdraw the request for CS 246?" }));
}
const answer = (dialog: ReturnType<typeof within>, name: string) =>
  act(async () => void fireEvent.click(dialog.getByRole("button", { name })));

test("a request is withdrawn after a confirmation, and kept if the student declines", async () => {
  await answer(await withdraw(), "Keep");
  expect(fakes.enqueue).not.toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  cleanup();
  await answer(await withdraw(), "Withdraw");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(fakes.enqueue.mock.calls).toEqual([[{ kind: "wantCourse", on: false, code: "CS246" }]]);
  expect(fakes.toast.mock.calls).toEqual([["Your request for CS 246 was withdrawn."]]);
});

test("if a request cannot be withdrawn, the reason is shown and the confirmation stays open", async () => {
  fakes.enqueue.mockRejectedValue(notFound("It is gone."));
  await answer(await withdraw(), "Withdraw");
  expect(fakes.toast.mock.calls).toEqual([["Your request was not withdrawn. It is gone.", { kind: "error" }]]);
  expect(screen.queryByRole("alertdialog")).not.toBeNull();
});

test("an empty list, a failure and a missing connection show different messages", async () => {
  server.answer = () => ({ items: [] });
  show(<MyRequests />);
  expect(await screen.findByText("No requests yet")).toBeDefined();
  cleanup();
  server.reject();
  show(<MyRequests />);
  expect(await screen.findByText("Could not load your requests")).toBeDefined();
  server.answer = () => ({ items: [request("CS246")] });
  await press("Retry");
  expect(await screen.findByText("Name CS246")).toBeDefined();
  cleanup();
  fakes.isOnline = false;
  server.answer = () => new Promise(() => undefined);
  show(<MyRequests />);
  expect(screen.getByText("You're offline")).toBeDefined();
  expect(screen.getByText("Your requests are shown when you're back online.")).toBeDefined();
});
