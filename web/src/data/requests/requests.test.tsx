import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Change } from "@/offline/outbox/kinds/kinds";
import { courseRequestQuery, requestKeys, useCourseRequest, useIsVoteWithdrawn, useUnsentRequests } from "./requests";

const kept = vi.hoisted(() => ({ changes: [] as unknown[] }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", async (original) => ({
  ...(await original<object>()),
  useOutbox: (select: (all: unknown) => unknown) => select(kept.changes),
  selectPendingChanges: (all: unknown) => all,
}));

afterEach(cleanup);

const vote = (code: string, on: boolean): Change => ({ kind: "wantCourse", code, on });
const asked = (courseCode: string, anonymous: boolean): Change => ({
  kind: "requestCourse",
  request: { id: courseCode, courseCode, courseName: courseCode, reason: "", anonymous },
});

function hook<Result>(call: () => Result, known?: object): Result {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (known) queries.setQueryData(requestKeys.requestedCourse("ART100"), known);
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(call, { wrapper }).result.current;
}

test("a request counts as withdrawn from the withdrawal until the student requests the course again", () => {
  kept.changes = [vote("ART100", false), vote("BIO1", true), vote("CS1", false), vote("CS1", true)];
  const isWithdrawn = hook(useIsVoteWithdrawn);
  expect(["ART100", "BIO1", "CS1", "MATH1"].map(isWithdrawn)).toEqual([true, false, false, false]);
});

test.each([
  ["joined, which counts one more", { mine: false, requesters: 2 }, true, { mine: true, requesters: 3 }],
  ["withdrawn, which counts one less", { mine: true, requesters: 2 }, false, { mine: false, requesters: 1 }],
  ["joined, which the server knows", { mine: true, requesters: 2 }, true, { mine: true, requesters: 2 }],
  ["withdrawn, which never counts below zero", { mine: true, requesters: 0 }, false, { mine: false, requesters: 0 }],
])("a requested course is shown as %s", (_, known, on, shown) => {
  kept.changes = [vote("BIO1", !on), vote("ART100", on)];
  expect(hook(() => useCourseRequest("ART100"), { courseCode: "ART100", ...known })).toEqual({
    courseCode: "ART100",
    ...shown,
  });
});

test("a pending vote does not create a course request that was never loaded", () => {
  kept.changes = [vote("ART100", true)];
  expect(courseRequestQuery("ART100").queryKey).toEqual(requestKeys.requestedCourse("ART100"));
  expect(hook(() => useCourseRequest("ART100"))).toBeUndefined();
});

test("unsent requests are listed, except anonymous ones", () => {
  kept.changes = [asked("ART100", false), asked("BIO1", true), vote("CS1", true)];
  expect(hook(useUnsentRequests).map(({ id }) => id)).toEqual(["ART100"]);
});
