// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import type { CourseTable } from "@/core/imports";
import {
  courseByTypedCodeQuery,
  emptyImportTally,
  importCourses,
  mergeCourses,
  mergePreviewQuery,
  replaceDifferentTexts,
} from "./managed-courses";

vi.mock("@/core/wasm", () => ({
  loadRules: async () => ({
    parseCourseCode: (text: string) => (text.startsWith("cs") ? { code: text.toUpperCase() } : undefined),
  }),
}));
vi.mock("@/session/session", () => import("@/api/testing"));

/** Mock of the API: receives the requests and returns the responses that the test sets. */
const asked = vi.fn((_path: string, _how: unknown): Promise<unknown> => Promise.resolve());
vi.mock("@/api/client", () => ({
  unwrap: async (answer: Promise<unknown>) => answer,
  api: {
    GET: (path: string, how: unknown) => asked(path, how),
    POST: (path: string, how: unknown) => asked(path, how),
  },
}));

const never = new AbortController().signal;
const called = (text: string) => new QueryClient().fetchQuery(courseByTypedCodeQuery(text));

beforeEach(() => void asked.mockReset());

test("finds a course by its code in any spelling, and returns nothing for an unknown course", async () => {
  asked.mockResolvedValueOnce({ code: "CS246" });
  expect(await called("cs246")).toEqual({ code: "CS246" });
  expect(asked).toHaveBeenCalledWith(
    "/api/admin/courses/{code}",
    expect.objectContaining({ params: { path: { code: "CS246" } } }),
  );
  asked.mockRejectedValueOnce(new ApiProblem({ code: "not_found", status: 404, detail: "There is no such course." }));
  expect(await called("cs247")).toBeNull();
});

test("sends no request for an invalid course code", async () => {
  expect(await called("calculus")).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  expect(courseByTypedCodeQuery("").enabled).toBe(false);
  expect(courseByTypedCodeQuery("cs").enabled).toBe(true);
  expect(mergePreviewQuery("CS246", "").enabled).toBe(false);
  expect(mergePreviewQuery("CS246", "CS240").enabled).toBe(true);
});

test("an error while reading a course is not treated as a missing course", async () => {
  asked.mockRejectedValueOnce(unreachableProblem());
  await expect(called("cs246")).rejects.toThrow("Could not reach");
  asked.mockRejectedValueOnce(new ApiProblem({ code: "forbidden", status: 403, detail: "Not for you." }));
  await expect(called("cs246")).rejects.toThrow("Not for you.");
});

test("a merge continues until nothing is left to move, and reports progress after each batch", async () => {
  const batches = [
    { moved: 25, finished: false },
    { moved: 40, finished: true },
  ];
  for (const batch of batches) asked.mockResolvedValueOnce(batch);
  const told: unknown[] = [];
  expect(await mergeCourses("CS246", "CS240", (merge) => told.push(merge), never)).toEqual(batches[1]);
  expect(told).toEqual(batches);
  expect(asked).toHaveBeenCalledTimes(2);
});

const row = (line: number, courseCode: string, description?: string) => ({
  line,
  courseCode,
  title: courseCode,
  ...(description !== undefined && { description }),
});
const table = {
  batches: [[row(2, "CS246", "Objects"), row(3, "X")], [row(5, "CS240")]],
} as unknown as CourseTable;
const report = (created: number, rejected: object[] = []) => ({
  created,
  updated: 1,
  unchanged: 2,
  rejected,
  different: [],
});

test("an import sends its batches in order, counts the results, and lists rejected lines by number", async () => {
  asked
    .mockResolvedValueOnce(report(1, [{ index: 1, courseCode: "X", message: "This is no course code." }]))
    .mockResolvedValueOnce(report(3));
  const told: number[] = [];
  const tally = await importCourses(table, emptyImportTally, ({ sent }) => told.push(sent), never);
  expect(tally).toEqual({
    batches: 2,
    sent: 3,
    created: 4,
    updated: 2,
    unchanged: 4,
    rejected: [{ line: 3, reason: "X: This is no course code." }],
    different: [],
  });
  expect(told).toEqual([2, 3]);
  expect(asked.mock.calls.map(([, how]) => (how as { body: unknown }).body)).toEqual([
    {
      courses: [
        { courseCode: "CS246", title: "CS246", description: "Objects" },
        { courseCode: "X", title: "X" },
      ],
    },
    { courses: [{ courseCode: "CS240", title: "CS240" }] },
  ]);
});

test("S6.adm.23 an import keeps texts edited since the export until they are replaced with their current version", async () => {
  const left = { index: 0, courseCode: "CS240", title: "Newer", description: "By hand", version: 3 };
  asked.mockResolvedValueOnce(report(1)).mockResolvedValueOnce({ ...report(0), different: [left] });
  const imported = await importCourses(table, emptyImportTally, () => undefined, never);
  const shown = { row: { ...row(5, "CS240"), version: 3 }, title: "Newer", description: "By hand" };
  expect(imported.different).toEqual([shown]);
  asked.mockResolvedValueOnce({ ...report(0), updated: 0, different: [{ ...left, version: 4 }] });
  const again = await replaceDifferentTexts(table, imported, () => undefined, never);
  expect(again.different).toEqual([{ ...shown, row: { ...shown.row, version: 4 } }]);
  asked.mockResolvedValueOnce(report(0));
  const replaced = await replaceDifferentTexts(table, again, () => undefined, never);
  expect(replaced).toMatchObject({ sent: 3, updated: 3, different: [] });
  const bodies = asked.mock.calls.slice(2).map(([, how]) => (how as { body: unknown }).body);
  expect(bodies).toEqual([3, 4].map((version) => ({ courses: [{ courseCode: "CS240", title: "CS240", version }] })));
});

test("an interrupted import resumes after the finished batches, and keeps their counts", async () => {
  asked.mockResolvedValueOnce(report(1)).mockRejectedValueOnce(unreachableProblem());
  let tally = emptyImportTally;
  const ends = importCourses(table, tally, (now) => (tally = now), never);
  await expect(ends).rejects.toThrow("Could not reach");
  expect(tally).toMatchObject({ batches: 1, sent: 2, created: 1 });
  asked.mockResolvedValueOnce(report(3));
  expect(await importCourses(table, tally, () => undefined, never)).toMatchObject({ batches: 2, sent: 3, created: 4 });
  expect(asked).toHaveBeenCalledTimes(3);
});

test("a failed merge preview is not retried, and without a target no preview is requested", async () => {
  asked.mockRejectedValue(unreachableProblem());
  const queries = new QueryClient();
  const watch = (into: string) => new QueryObserver(queries, mergePreviewQuery("CS246", into));
  const stop = [watch(""), watch("CS136")].map((each) => each.subscribe(() => undefined));
  await vi.waitFor(() =>
    expect(queries.getQueryState(mergePreviewQuery("CS246", "CS136").queryKey)?.status).toBe("error"),
  );
  expect(asked).toHaveBeenCalledTimes(1);
  for (const end of stop) end();
});
