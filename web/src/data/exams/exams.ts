import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, payload } from "@/api/client";
import type { Exam } from "@/api/models";
import type { Change, ExamChange } from "@/offline/outbox/kinds/changes";
import type { Answers } from "@/offline/outbox/kinds/send";
import { add, type Outcome, outbox, pending, useOutbox } from "@/offline/outbox/queue";
import { ownList, seldom } from "../query/freshness";
import { latest } from "../query/latest";
import { patchAnswer } from "../query/patch-answer";

/** All exams of the student, by course. */
export const examsQuery = queryOptions({
  ...ownList,
  ...seldom,
  queryKey: ["me", "exams"] as const,
  queryFn: async ({ signal }) => (await payload(api.GET("/api/me/exams", { signal }))).items,
});

const isExamChange = (change: Change): change is ExamChange => change.kind === "exam";

/** Exams with what was changed of them, by course. */
export function withChanges(list: readonly Exam[], changes: readonly ExamChange[]): Exam[] {
  const exams = new Map(list.map((exam) => [exam.course, exam]));
  for (const { code, exam } of changes) {
    if (exam) exams.set(code, exam);
    else exams.delete(code);
  }
  return [...exams.values()].sort((one, other) => (one.course < other.course ? -1 : 1));
}

/** The server has a change: it becomes part of what the server said, in every tab. */
export function examArrived(queries: QueryClient, { code }: ExamChange, answer: Answers["exam"]): void {
  // A course that was merged has another code by now.
  const change: ExamChange = { kind: "exam", code: answer?.course ?? code, exam: answer };
  patchAnswer(queries, examsQuery.queryKey, (list) => list && withChanges(list, [change]));
}

/** The student's exams with what has not been sent yet; nothing while they are not known. */
export function useExams() {
  const { data, isError, refetch } = useQuery(examsQuery);
  const kept = useOutbox((all) => all);
  const exams = useMemo(() => {
    const changes = pending(kept).filter(isExamChange);
    return data || changes.length > 0 ? withChanges(data ?? [], changes) : undefined;
  }, [data, kept]);
  return { exams, isError: isError && !data, refetch };
}

/** The student's exams as they are known now, also without a network. */
export async function knownExams(queries: QueryClient): Promise<Exam[]> {
  const changes = (await outbox.settled()).flatMap(({ state, change }) =>
    state !== "refused" && isExamChange(change) ? change : [],
  );
  return withChanges(await latest(queries, examsQuery), changes);
}

/** Sets the exam of a course. `before` is the exam as the student has seen it. */
export function setExam(exam: Exam, before?: Exam): Promise<Outcome> {
  return add({ kind: "exam", code: exam.course, exam, before });
}

/** Sets the exam that counts, and drops those of these merged courses that are set aside in it. */
export function chooseExam(exam: Exam, dropsSetAside: string[]): Promise<Outcome> {
  return add({ kind: "exam", code: exam.course, exam, dropsSetAside });
}

/** Removes an exam. If others are set aside in it, the first one then counts instead. */
export function removeExam({ course, calendarUntil, setAside = [] }: Exam): Promise<Outcome> {
  const [next, ...others] = setAside;
  if (!next) return add({ kind: "exam", code: course });
  const exam = {
    ...next,
    course,
    ...(calendarUntil !== undefined && { calendarUntil }),
    ...(others.length > 0 && { setAside: others }),
  };
  return chooseExam(exam, [next.course]);
}
