import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useHiddenCourses, useManagedCourseSearch } from "./use-course-search";

const server = vi.hoisted(() => ({ called: vi.fn(), hidden: vi.fn() }));
let found: object;
vi.mock("@/core/search/queries", () => ({ useSearch: () => found }));
vi.mock("@/data/courses/managed-courses", () => ({
  courseByTypedCodeQuery: (text: string) => ({
    queryKey: ["called", text],
    queryFn: () => server.called(text),
    retry: false,
    enabled: text !== "",
  }),
  hiddenCoursesQuery: {
    queryKey: ["hidden"],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => server.hidden(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page: { nextCursor?: string }) => page.nextCursor,
  },
}));

const course = (courseCode: string, title: string, more: object = {}) => ({ courseCode, title, ...more });
const answered = (...hits: [string, string][]) => ({
  data: { hits: hits.map(([code, title]) => ({ code, title })) },
  isLoading: false,
  error: null,
});

beforeEach(() => {
  found = answered();
  server.called.mockReset().mockResolvedValue(null);
  server.hidden.mockReset().mockResolvedValue({ items: [] });
});

function search<Result>(use: () => Result) {
  const queries = new QueryClient();
  return renderHook(use, {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  }).result;
}

test("the course with exactly the typed code comes first, then hidden courses, then those of the catalogue", async () => {
  server.called.mockResolvedValue(course("CS246", "Newest title", { noteCount: 3 }));
  server.hidden.mockResolvedValue({
    items: [course("CS247", "Hidden objects"), course("CS999", "Other"), course("MATH1", "Objects CS")],
  });
  found = answered(["CS246", "Old title"], ["CS247", "Old too"], ["CS248", "Objects"]);
  const { current: first } = search(() => useManagedCourseSearch("  cs  OBJ "));
  expect(first.isSearching).toBe(true);
  const shown = search(() => useManagedCourseSearch("  cs  OBJ "));
  await waitFor(() => expect(shown.current.isSearching).toBe(false));
  await waitFor(() => expect(shown.current.courses).toHaveLength(4));
  expect(shown.current.courses).toEqual([
    course("CS246", "Newest title", { noteCount: 3 }),
    course("CS247", "Hidden objects"),
    course("MATH1", "Objects CS"),
    course("CS248", "Objects"),
  ]);
  expect(server.called.mock.calls[0]).toEqual(["cs  OBJ"]);
  expect(shown.current.problem).toBeUndefined();
});

test.each(["the typed code", "the catalogue"])(
  "an error of %s is shown, and the other courses stay",
  async (failing) => {
    found = answered(["CS248", "Objects"]);
    if (failing === "the typed code") server.called.mockRejectedValue(new Error("No."));
    else found = { ...found, error: new Error("No.") };
    const shown = search(() => useManagedCourseSearch("objects"));
    await waitFor(() => expect(shown.current.problem).toEqual(expect.any(String)));
    expect(shown.current.courses).toEqual([course("CS248", "Objects")]);
  },
);

test("while the catalogue search loads, the result is marked as loading", async () => {
  found = { data: undefined, isLoading: true, error: null };
  const shown = search(() => useManagedCourseSearch("objects"));
  await act(async () => undefined);
  expect([shown.current.isSearching, shown.current.courses]).toEqual([true, []]);
});

test("further hidden courses are loaded page by page", async () => {
  server.hidden.mockImplementation(async (cursor?: string) =>
    cursor ? { items: [course("B", "b")] } : { items: [course("A", "a")], nextCursor: "more" },
  );
  const shown = search(useHiddenCourses);
  expect([shown.current.courses, shown.current.more]).toEqual([[], undefined]);
  await waitFor(() => expect(shown.current.more).toBeDefined());
  act(() => shown.current.more?.());
  await waitFor(() => expect(shown.current.courses.map(({ courseCode }) => courseCode)).toEqual(["A", "B"]));
  expect(shown.current.more).toBeUndefined();
});
