import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { requestKeys } from "../requests/requests";
import { courseKeys } from "./courses";
import {
  hiddenCoursesQuery,
  managedCourseQuery,
  mergesQuery,
  removeCoursePicture,
  useCourseVisibility,
  useCreateCourse,
  useEditCourse,
  visibleCoursesQuery,
} from "./managed-courses";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

let queries: QueryClient;
beforeEach(() => {
  server.reset();
  queries = new QueryClient();
});
afterEach(cleanup);

function hook<Result>(use: () => Result): Result {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(use, { wrapper }).result.current;
}

const texts = { title: "Objects", description: "" };
/** Renders a hook and returns its write. */
type Prepare = () => () => Promise<unknown>;
const writes: [string, Prepare, [string, unknown?]][] = [
  [
    "a new course",
    () => {
      const { mutateAsync } = hook(useCreateCourse);
      return () => mutateAsync({ courseCode: "CS246", ...texts });
    },
    ["POST /api/admin/courses", { courseCode: "CS246", ...texts }],
  ],
  [
    "an edit",
    () => {
      const { mutateAsync } = hook(() => useEditCourse("CS246"));
      return () => mutateAsync({ ...texts, version: 3 } as never);
    },
    ["PATCH /api/admin/courses/CS246", { ...texts, version: 3 }],
  ],
  [
    "hiding a course",
    () => {
      const { mutateAsync } = hook(useCourseVisibility);
      return () => mutateAsync({ code: "CS246", hidden: true });
    },
    ["PUT /api/admin/courses/CS246/visibility", { hidden: true }],
  ],
];

test.each(writes)(
  "%s is sent, and then all lists with courses are fetched again, also after a failure",
  async (_, prepare, request) => {
    const write = prepare();
    const keys = [visibleCoursesQuery.queryKey, courseKeys.all, requestKeys.all, ["notes", "course", "CS246"]];
    const stale = () => keys.map((key) => queries.getQueryState(key)?.isInvalidated);
    const know = () => keys.forEach((key) => void queries.setQueryData(key as string[], []));
    know();
    await act(write);
    expect(server.requests).toEqual([request]);
    expect(stale()).toEqual(keys.map(() => true));
    know();
    server.reject();
    await act(() => expect(write()).rejects.toThrow());
    expect(stale()).toEqual(keys.map(() => true));
  },
);

test("the image of a course is removed only if it is the one that was seen", async () => {
  await removeCoursePicture("CS246", "https://files/old");
  await removeCoursePicture("CS246", undefined);
  const path = "DELETE /api/admin/courses/CS246/picture";
  expect(server.requests).toEqual([[`${path}?replaces=https%3A%2F%2Ffiles%2Fold`], [path]]);
});

test.each([
  ["/api/courses", visibleCoursesQuery],
  ["/api/admin/hidden-courses", hiddenCoursesQuery],
  ["/api/admin/merges", mergesQuery],
])("the list from %s is read page by page", async (path, query) => {
  server.answer = (request) => (request.includes("cursor=") ? { items: ["b"] } : { items: ["a"], nextCursor: "more" });
  const { pages } = await queries.fetchInfiniteQuery({ ...(query as typeof visibleCoursesQuery), pages: 5 });
  expect(pages.flatMap(({ items }) => items)).toEqual(["a", "b"]);
  expect(server.requests).toEqual([[`GET ${path}`], [`GET ${path}?cursor=more`]]);
});

test("an edit starts from the current version of the course, which is fetched each time", async () => {
  server.answer = () => ({ code: "CS246", version: 3 });
  const query = managedCourseQuery("CS246");
  expect(await queries.fetchQuery(query)).toEqual({ code: "CS246", version: 3 });
  await queries.fetchQuery(query);
  expect(server.requests).toEqual([["GET /api/admin/courses/CS246"], ["GET /api/admin/courses/CS246"]]);
});
