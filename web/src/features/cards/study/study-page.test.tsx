import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound } from "@/api/client-testing";
import { unreachableProblem } from "@/api/problem";
import { StudyPage } from "./study-page";

const open = vi.hoisted(() => vi.fn());
vi.mock("./session", () => ({ StudySession: { open } }));
vi.mock("@/core/course-code", () => ({
  canonicalCode: (code: string) => (code.startsWith("cs") ? { code: code.toUpperCase() } : undefined),
}));
vi.mock("./study-home", () => ({
  StudyHome: ({ exams, onBegin }: { exams: ReactNode; onBegin: (codes: string[]) => void }) => (
    <>
      {exams}
      <button type="button" onClick={() => onBegin(["CS246", "CS136"])}>
        Begin
      </button>
    </>
  ),
}));
vi.mock("./review-session-view", () => ({
  ReviewSessionView: ({ scope }: { scope: object }) => <p>Studies {JSON.stringify(scope)}</p>,
}));

beforeEach(() => void open.mockReset().mockResolvedValue({ isEmpty: false }));
afterEach(cleanup);

function show(search: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = <StudyPage exams={<p>Exams</p>} />;
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [`/study${search}`] });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, queries };
}

test("S2.study.5 without a course the page is the start of studying, which begins a session", async () => {
  const { router } = show("");
  expect(screen.getByText("Exams")).toBeDefined();
  expect(open).not.toHaveBeenCalled();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Begin" })));
  expect(router.state.location.search).toBe("?course=CS246&course=CS136");
  expect(await screen.findByText('Studies {"courses":["CS246","CS136"]}')).toBeDefined();
});

test.each([
  ["a course", "?course=cs246", { courses: ["CS246"] }, "/guide/CS246/notes", "CS 246"],
  [
    "a chapter",
    "?course=cs246&chapter=k1",
    { courses: ["CS246"], chapter: "k1" },
    "/guide/CS246/chapter/k1",
    "Chapter",
  ],
  ["several courses", "?course=cs246&course=x", { courses: ["CS246", "x"] }, "/study", "Study"],
])("S2.study.1 a session of %s has its cards and leads back", async (_, search, scope, href, label) => {
  const { queries, router } = show(search);
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(await screen.findByText(`Studies ${JSON.stringify(scope)}`)).toBeDefined();
  expect(open.mock.calls).toEqual([[queries, scope]]);
  expect(document.title).toContain("Study");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: label })));
  expect(router.state.location.pathname).toBe(href);
});

test("the page says that a course has no cards or does not exist", async () => {
  open.mockResolvedValue({ isEmpty: true });
  show("?course=cs246");
  expect(await screen.findByText("No study cards here")).toBeDefined();
  cleanup();
  open.mockRejectedValue(notFound());
  show("?course=cs246");
  expect(await screen.findByText("No cards have been written for this yet.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("cards that could not be loaded can be retried", async () => {
  open.mockRejectedValueOnce(unreachableProblem());
  show("?course=cs246");
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText('Studies {"courses":["CS246"]}')).toBeDefined();
});
