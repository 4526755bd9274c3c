import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import type { Exam } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { examsQuery, keepExam, onExamConfirmed, readExams, setExam, useExams } from "./exams";

type Entries = { state: string; change: object }[];
const kept = vi.hoisted(() => ({ outbox: { entries: [] as Entries }, add: vi.fn() }));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", async (original) => ({
  ...(await original<object>()),
  enqueueChange: kept.add,
  outbox: { reload: async () => kept.outbox.entries },
  useOutbox: (select: (all: unknown) => unknown) => select(kept.outbox),
}));

const exam = (course: string, date = "2026-12-09"): Exam => ({ course, date, retentionPercent: 90 });
const [cs, math] = [exam("CS246"), exam("MATH137")];
/** Sets the entries of the outbox, which replaces its state with each change. */
const keep = (entries: Entries) => {
  kept.outbox = { entries };
};
const waiting = (code: string, set?: Exam) => ({ state: "waiting", change: { kind: "exam", code, exam: set } });

let queries: QueryClient;
beforeEach(() => {
  keep([]);
  kept.add.mockReset();
  server.reset();
  server.answer = () => ({ items: [cs] });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(cleanup);

function show() {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(useExams, { wrapper });
}

test("S2.exam.5 exams are unknown until the server responds, and then include pending changes", async () => {
  const { result, rerender } = show();
  expect(result.current.exams).toBeUndefined();
  await waitFor(() => expect(result.current.exams).toEqual([cs]));
  keep([
    waiting("MATH137", math),
    waiting("CS246"),
    { state: "waiting", change: { kind: "followCourse", on: false, code: "MATH137" } },
  ]);
  rerender();
  expect(result.current.exams).toEqual([math]);
});

test("S2.exam.5 without the server, an exam set on this device is shown, and the failure is reported", async () => {
  server.reject();
  keep([waiting("MATH137", math)]);
  const { result } = show();
  expect(result.current.exams).toEqual([math]);
  await waitFor(() => expect(result.current).toMatchObject({ isError: true, error: unreachableProblem() }));
});

test("exams that were fetched stay when a later fetch fails, without an error", async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.exams).toEqual([cs]));
  server.reject();
  await act(() => result.current.refetch());
  await waitFor(() => expect(result.current.error).toEqual(unreachableProblem()));
  expect(result.current).toMatchObject({ exams: [cs], isError: false });
});

test("S2.exam.5 the exams read once include changes that are not rejected", async () => {
  keep([waiting("MATH137", math), { state: "rejected", change: { kind: "exam", code: "CS246" } }]);
  expect(await readExams(queries)).toEqual([cs, math]);
  server.reject();
  expect(await readExams(queries)).toEqual([cs, math]);
});

test("S3.exam.1 a confirmed exam replaces the cached one, under the code of the course that it was merged into", () => {
  onExamConfirmed(queries, { kind: "exam", code: "MATH137", exam: math }, math);
  expect(queries.getQueryData(examsQuery.queryKey)).toBeUndefined();
  queries.setQueryData(examsQuery.queryKey, [cs, exam("MATH137", "2026-12-01")]);
  onExamConfirmed(queries, { kind: "exam", code: "OLD1", exam: exam("OLD1") }, math);
  expect(queries.getQueryData(examsQuery.queryKey)).toEqual([cs, math]);
  onExamConfirmed(queries, { kind: "exam", code: "CS246" }, undefined);
  expect(queries.getQueryData(examsQuery.queryKey)).toEqual([math]);
});

test("S3.exam.2 setting an exam names the one that the student saw, and keeping one names those to drop", () => {
  void setExam(cs, math);
  void keepExam(cs, ["x"]);
  expect(kept.add.mock.calls).toEqual([
    [{ kind: "exam", code: "CS246", exam: cs, before: math }],
    [{ kind: "exam", code: "CS246", exam: cs, dropsSetAside: ["x"] }],
  ]);
});
