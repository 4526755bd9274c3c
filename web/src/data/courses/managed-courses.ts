import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageQuery, paginationOptions } from "@/api/pages";
import { ApiProblem } from "@/api/problem";
import type { components } from "@/api/schema";
import type { CourseTable } from "@/core/imports";
import { loadRules } from "@/core/wasm";
import { noteKeys } from "../notes/notes";
import { polled } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import { requestKeys } from "../requests/requests";
import { courseKeys } from "./courses";

type Schemas = components["schemas"];

/** A course as administrators see it. Edits send its `version` back. */
export type ManagedCourse = Schemas["ManagedCourse"];
/** Preview of a course merge. */
export type MergePreview = Schemas["MergePreview"];
/** A course merge, finished or not. */
export type CourseMerge = Schemas["CourseMerge"];

const keys = {
  all: ["managed courses"] as const,
  list: ["managed courses", "list"] as const,
  hidden: ["managed courses", "hidden"] as const,
  merges: ["managed courses", "merges"] as const,
  called: (text: string) => ["managed courses", "called", text] as const,
  detail: (code: string) => ["managed courses", "detail", code] as const,
  preview: (code: string, into: string) => ["managed courses", "preview", code, into] as const,
};

const at = (cursor: string) => ({ query: pageQuery(cursor) });

/** All courses that students see, one page at a time. */
export const visibleCoursesQuery = infiniteQueryOptions({
  ...polled,
  queryKey: keys.list,
  queryFn: ({ pageParam, signal }) => unwrap(api.GET("/api/courses", { params: at(pageParam), signal })),
  ...paginationOptions,
});

/** Hidden courses, one page at a time. */
export const hiddenCoursesQuery = infiniteQueryOptions({
  ...polled,
  queryKey: keys.hidden,
  queryFn: ({ pageParam, signal }) => unwrap(api.GET("/api/admin/hidden-courses", { params: at(pageParam), signal })),
  ...paginationOptions,
});

/** Courses that were or are being merged into others, one page at a time. */
export const mergesQuery = infiniteQueryOptions({
  ...polled,
  queryKey: keys.merges,
  queryFn: ({ pageParam, signal }) => unwrap(api.GET("/api/admin/merges", { params: at(pageParam), signal })),
  ...paginationOptions,
});

const detail = (code: string, signal: AbortSignal) =>
  unwrap(api.GET("/api/admin/courses/{code}", { params: { path: { code } }, signal }));

/** Current version of a course. Never cached, because an edit starts from it. */
export const managedCourseQuery = (code: string) =>
  queryOptions({
    queryKey: keys.detail(code),
    queryFn: ({ signal }) => detail(code, signal),
    staleTime: 0,
    gcTime: 0,
  });

/**
 * The course with the typed code, or `null` if the code is invalid or unknown. Also finds courses that are not in the
 * catalogue yet.
 */
export const courseByTypedCodeQuery = (text: string) =>
  queryOptions({
    queryKey: keys.called(text),
    enabled: text !== "",
    staleTime: polled.staleTime,
    queryFn: async ({ signal }) => {
      const parsed = (await loadRules()).parseCourseCode(text);
      if (!parsed) return null;
      return detail(parsed.code, signal).catch((error: unknown) => {
        if (error instanceof ApiProblem && error.code === "not_found") return null;
        throw error;
      });
    },
  });

/** Preview of a course merge. Never cached, so that administrators confirm the current state. */
export const mergePreviewQuery = (code: string, into: string) =>
  queryOptions({
    queryKey: keys.preview(code, into),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/admin/courses/{code}/merge/{into}", { params: { path: { code, into } }, signal })),
    enabled: into !== "",
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Returns a function that refetches the console and every list with courses after a write. */
export function useRefreshCourses(): () => Promise<void> {
  const queries = useQueryClient();
  return () => invalidateInAllTabs(queries, keys.all, courseKeys.all, noteKeys.all, requestKeys.all);
}

export function useCreateCourse() {
  const refresh = useRefreshCourses();
  return useMutation({
    mutationFn: (body: Schemas["NewManagedCourse"]) => unwrap(api.POST("/api/admin/courses", { body })),
    onSettled: refresh,
  });
}

/** Edits title and description of a course. A conflict means that it was edited elsewhere. */
export function useEditCourse(code: string) {
  const refresh = useRefreshCourses();
  return useMutation({
    mutationFn: (body: Schemas["EditCourseRequest"]) =>
      unwrap(api.PATCH("/api/admin/courses/{code}", { params: { path: { code } }, body })),
    onSettled: refresh,
  });
}

/**
 * Removes the image of a course, which then shows a generated cover. A conflict means that the image is not `replaces`.
 */
export function removeCoursePicture(code: string, replaces: string | undefined): Promise<unknown> {
  const params = { path: { code }, query: { ...(replaces !== undefined && { replaces }) } };
  return unwrap(api.DELETE("/api/admin/courses/{code}/picture", { params }));
}

/** Hides a course from students, or shows it again. */
export function useCourseVisibility() {
  const refresh = useRefreshCourses();
  return useMutation({
    mutationFn: ({ code, hidden }: { code: string; hidden: boolean }) =>
      unwrap(api.PUT("/api/admin/courses/{code}/visibility", { params: { path: { code } }, body: { hidden } })),
    onSettled: refresh,
  });
}

/** Merges one course into another until nothing is left to move. Reports the progress after each batch. */
export async function mergeCourses(
  code: string,
  into: string,
  onBatch: (merge: CourseMerge) => void,
  signal: AbortSignal,
): Promise<CourseMerge> {
  const params = { path: { code, into } };
  for (;;) {
    const merge = await unwrap(api.POST("/api/admin/courses/{code}/merge/{into}", { params, signal }));
    onBatch(merge);
    if (merge.finished) return merge;
  }
}

/** A row of the file. `version` is the version of the existing text that it replaces. */
type ImportRow = CourseTable["batches"][number][number] & { version?: number };

/** An existing course whose text differs from the row, and which was not changed. */
export interface DifferentText {
  row: ImportRow;
  /** Current title of the existing course. */
  title: string;
  description: string;
}

/** Progress of an import. `batches` is the number of finished batches, at which an interrupted import resumes. */
export interface ImportTally {
  batches: number;
  sent: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: { line: number; reason: string }[];
  different: readonly DifferentText[];
}

export const emptyImportTally: ImportTally = {
  batches: 0,
  sent: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: [],
  different: [],
};

/** Sends the remaining batches of a file and reports the progress after each. Sending one twice changes nothing. */
export async function importCourses(
  table: CourseTable,
  from: ImportTally,
  onBatch: (tally: ImportTally) => void,
  signal: AbortSignal,
): Promise<ImportTally> {
  let tally = from;
  for (const batch of table.batches.slice(from.batches)) {
    const sent = await sendRows(tally, batch, signal);
    tally = { ...sent, batches: tally.batches + 1, sent: tally.sent + batch.length };
    onBatch(tally);
  }
  return tally;
}

/** Replaces the texts that the import did not change. A text that changed again since then is reported again. */
export async function replaceDifferentTexts(
  table: CourseTable,
  from: ImportTally,
  onBatch: (tally: ImportTally) => void,
  signal: AbortSignal,
): Promise<ImportTally> {
  let tally = from;
  for (const batch of table.batches) {
    const lines = new Set(batch.map(({ line }) => line));
    const rows = tally.different.map(({ row }) => row).filter(({ line }) => lines.has(line));
    if (rows.length === 0) continue;
    const different = tally.different.filter(({ row }) => !lines.has(row.line));
    tally = await sendRows({ ...tally, different }, rows, signal);
    onBatch(tally);
  }
  return tally;
}

/** Sends one batch and adds its result to the tally. */
async function sendRows(tally: ImportTally, rows: readonly ImportRow[], signal: AbortSignal): Promise<ImportTally> {
  const courses = rows.map(({ courseCode, title, description, version }) => ({
    courseCode,
    title,
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
  }));
  const report = await unwrap(api.POST("/api/courses/import", { body: { courses }, signal }));
  const rejectedRows = report.rejected.map(({ index, courseCode, message }) => ({
    line: rows[index]?.line ?? 0,
    reason: `${courseCode}: ${message}`,
  }));
  const different = report.different.flatMap(({ index, title, description, version }) => {
    const row = rows[index];
    return row ? [{ row: { ...row, version }, title, description }] : [];
  });
  return {
    ...tally,
    created: tally.created + report.created,
    updated: tally.updated + report.updated,
    unchanged: tally.unchanged + report.unchanged,
    rejected: [...tally.rejected, ...rejectedRows],
    different: [...tally.different, ...different],
  };
}
