import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageQuery, paginationOptions } from "@/api/pages";
import type { components } from "@/api/schema";
import type { CourseRequest } from "@/offline/outbox/kinds/course-request";
import type { Change } from "@/offline/outbox/kinds/kinds";
import { enqueueChange, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { polled, refetchOnFocus, staleTimes } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import { optimisticState } from "../query/optimistic";
import { patchQueryData } from "../query/patch-query-data";

type Schemas = components["schemas"];

/** Number of requests for a course, as every member sees it. */
export type CourseRequestSummary = Schemas["CourseRequestSummary"];
/** Decision on a requested course. */
export type RequestState = Schemas["CourseRequestState"];
/** One of the student's own course requests, with its outcome. */
export type MyCourseRequest = Schemas["MyCourseRequest"];
/** A requested course, as administrators see it. */
export type RequestedCourse = Schemas["ManagedCourseRequest"];

export const requestKeys = {
  all: ["requests"] as const,
  mine: ["requests", "mine"] as const,
  requestedCourse: (code: string) => ["requests", "requested-course", code] as const,
  wanted: ["requests", "wanted"] as const,
  wantedIn: (state: RequestState) => [...requestKeys.wanted, state] as const,
  reasons: (code: string) => ["requests", "reasons", code] as const,
};

/**
 * Sends a course request. A retry with the same id creates no duplicate. Resolves once the request is sent or stored as
 * a pending change.
 */
export function requestCourse(request: CourseRequest) {
  return enqueueChange({ kind: "requestCourse", request });
}

/** Number of requests for a course, and whether the course exists. `code` is canonical. */
export const courseRequestQuery = (code: string) =>
  queryOptions({
    queryKey: requestKeys.requestedCourse(code),
    staleTime: staleTimes.live,
    queryFn: ({ signal }) => unwrap(api.GET("/api/requested-courses/{code}", { params: { path: { code } }, signal })),
  });

/** The student's own course requests, except anonymous ones, one page at a time. */
export const myRequestsQuery = infiniteQueryOptions({
  ...refetchOnFocus,
  queryKey: requestKeys.mine,
  queryFn: ({ pageParam, signal }) =>
    unwrap(api.GET("/api/me/requests", { params: { query: pageQuery(pageParam) }, signal })),
  ...paginationOptions,
});

/** Requested courses in a state, most requested first. Administrators only. */
export const courseRequestsQuery = (state: RequestState) =>
  infiniteQueryOptions({
    ...polled,
    queryKey: requestKeys.wantedIn(state),
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.GET("/api/requested-courses", { params: { query: { state, ...pageQuery(pageParam) } }, signal })),
    ...paginationOptions,
  });

/** Requests for a course with their reasons, newest first. Administrators only. */
export const requestReasonsQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: requestKeys.reasons(code),
    staleTime: staleTimes.live,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/requested-courses/{code}/requests", {
          params: { path: { code }, query: pageQuery(pageParam) },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.requests.nextCursor ?? undefined,
  });

/** Returns the number of requests for a course, including pending changes. */
export function useCourseRequest(code: string): CourseRequestSummary | undefined {
  const { data } = useQuery(courseRequestQuery(code));
  const optimistic = useOutbox((outboxState) => optimisticState(selectPendingChanges(outboxState), isAbout(code)));
  if (!data || optimistic === undefined || optimistic === data.mine) return data;
  return { ...data, mine: optimistic, requesters: Math.max(0, data.requesters + (optimistic ? 1 : -1)) };
}

const isAbout = (code: string) => (change: Change) => change.kind === "wantCourse" && change.code === code;

/** Returns a function that tells whether the student has withdrawn a request without confirmation yet. */
export function useIsVoteWithdrawn(): (code: string) => boolean {
  const outboxState = useOutbox((all) => all);
  return (code) => optimisticState(selectPendingChanges(outboxState), isAbout(code)) === false;
}

/** Returns the pending course requests, except anonymous ones. */
export function useUnsentRequests(): readonly CourseRequest[] {
  const outboxState = useOutbox((all) => all);
  return selectPendingChanges(outboxState).flatMap((change) =>
    change.kind === "requestCourse" && !change.request.anonymous ? change.request : [],
  );
}

/** Joins the request for a course, or withdraws the student's own request. */
export function useVoteForCourse() {
  return useMutation({
    networkMode: "always",
    mutationFn: ({ code, join }: { code: string; join: boolean }) =>
      enqueueChange({ kind: "wantCourse", on: join, code }),
  });
}

/**
 * Writes a confirmed vote or its withdrawal to the query cache of every tab. Without `summary`, all requests become
 * stale.
 */
export function onCourseRequestConfirmed(queries: QueryClient, summary?: CourseRequestSummary): void {
  if (summary) {
    patchQueryData(queries, courseRequestQuery(summary.courseCode).queryKey, () => summary);
    void queries.invalidateQueries({ queryKey: requestKeys.mine });
  } else {
    void queries.invalidateQueries({ queryKey: requestKeys.all });
  }
}

/** Decision of the administrators on a requested course. */
export interface CourseRequestDecision {
  state: RequestState;
  answer: string;
}

/**
 * Decides on a requested course and notifies everyone who requested it. Rejects with status 409 if another administrator
 * has changed a field since `before`. Administrators only.
 */
export function useDecideRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ code, ...body }: CourseRequestDecision & { code: string; before: CourseRequestDecision }) =>
      unwrap(api.PUT("/api/requested-courses/{code}", { params: { path: { code } }, body })),
    onSuccess: () => invalidateInAllTabs(queries, requestKeys.wanted),
  });
}

/** Returns a function that fetches the current decision on a requested course and refreshes the lists. */
export function useReloadDecision(code: string): () => Promise<CourseRequestDecision> {
  const queries = useQueryClient();
  return () => {
    void invalidateInAllTabs(queries, requestKeys.wanted);
    return queries.fetchQuery({ ...courseRequestQuery(code), staleTime: 0 });
  };
}
