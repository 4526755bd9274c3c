import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { Exam } from "@/api/models";
import type { ExamChange } from "@/offline/outbox/kinds/exam";
import type { Change, ResultByKind } from "@/offline/outbox/kinds/kinds";
import { enqueueChange, type Outcome, outbox, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { rarelyChanges, refetchOnFocus } from "../query/cache-policies";
import { fetchOrCached } from "../query/latest";
import { patchQueryData } from "../query/patch-query-data";

/** Exams of the student, by course. */
export const examsQuery = queryOptions({
  ...refetchOnFocus,
  ...rarelyChanges,
  queryKey: ["me", "exams"] as const,
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/me/exams", { signal }))).items,
});

const isExamChange = (change: Change): change is ExamChange => change.kind === "exam";

/** Returns the exams with these changes applied, by course. */
export function applyExamChanges(list: readonly Exam[], changes: readonly ExamChange[]): Exam[] {
  const exams = new Map(list.map((exam) => [exam.course, exam]));
  for (const { code, exam } of changes) {
    if (exam) exams.set(code, exam);
    else exams.delete(code);
  }
  return [...exams.values()].sort((one, other) => (one.course < other.course ? -1 : 1));
}

/** Writes a confirmed change to the query cache of every tab. */
export function onExamConfirmed(queries: QueryClient, { code }: ExamChange, result: ResultByKind["exam"]): void {
  // After a merge, the exam has the code of the target course.
  const change: ExamChange = { kind: "exam", code: result?.course ?? code, exam: result };
  patchQueryData(queries, examsQuery.queryKey, (list) => list && applyExamChanges(list, [change]));
}

/** Returns the student's exams including pending changes, or `undefined` while they are unknown. */
export function useExams() {
  const { data, isError, error, refetch } = useQuery(examsQuery);
  const outboxState = useOutbox((all) => all);
  const exams = useMemo(() => {
    const changes = selectPendingChanges(outboxState).filter(isExamChange);
    return data || changes.length > 0 ? applyExamChanges(data ?? [], changes) : undefined;
  }, [data, outboxState]);
  return { exams, isError: isError && !data, error, refetch };
}

/** Returns the student's exams once, including pending changes. Works offline. */
export async function readExams(queries: QueryClient): Promise<Exam[]> {
  const changes = (await outbox.reload()).flatMap(({ state, change }) =>
    state !== "rejected" && isExamChange(change) ? change : [],
  );
  return applyExamChanges(await fetchOrCached(queries, examsQuery), changes);
}

/** Sets the exam of a course. `before` is the exam that the student saw. */
export function setExam(exam: Exam, before?: Exam): Promise<Outcome> {
  return enqueueChange({ kind: "exam", code: exam.course, exam, before });
}

/** Key by which the server identifies a set-aside exam: its id, or its course if it has none. */
export const setAsideExamKey = ({ id, course }: Exam) => id ?? course;

/** Sets the exam to keep, and drops the set-aside exams with these keys (see `setAsideExamKey`). */
export function keepExam(exam: Exam, dropsSetAside: string[]): Promise<Outcome> {
  return enqueueChange({ kind: "exam", code: exam.course, exam, dropsSetAside });
}

/** Deletes an exam. If it has set-aside exams, the first of them becomes the active one. */
export function removeExam({ course, id, calendarUntil, setAside = [] }: Exam): Promise<Outcome> {
  const [next, ...others] = setAside;
  if (!next) return enqueueChange({ kind: "exam", code: course, id });
  const exam = {
    ...next,
    course,
    ...(calendarUntil !== undefined && { calendarUntil }),
    ...(others.length > 0 && { setAside: others }),
  };
  return keepExam(exam, [setAsideExamKey(next)]);
}
