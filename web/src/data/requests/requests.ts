import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import type { Change, CourseRequest } from "@/offline/outbox/kinds/changes";
import { add, pending, useOutbox } from "@/offline/outbox/queue";
import { consoleList, Fresh, ownList } from "../query/freshness";
import { lastWord } from "../query/laid-over";
import { refreshEverywhere } from "../query/other-tabs";
import { patchAnswer } from "../query/patch-answer";

type Schemas = components["schemas"];

/** How much a course is wanted, as every member sees it. */
export type CourseDemand = Schemas["CourseDemand"];
/** What becomes of a wanted course. */
export type DemandState = Schemas["DemandState"];
/** Something one asked for, and what became of it. */
export type MyCourseRequest = Schemas["MyCourseRequest"];
/** A wanted course, as administrators see it. */
export type WantedCourse = Schemas["WantedCourse"];

export const requestKeys = {
  all: ["requests"] as const,
  mine: ["requests", "mine"] as const,
  demand: (code: string) => ["requests", "demand", code] as const,
  wanted: ["requests", "wanted"] as const,
  wantedIn: (state: DemandState) => [...requestKeys.wanted, state] as const,
  reasons: (code: string) => ["requests", "reasons", code] as const,
};

const cursorOf = (pageParam: string) => (pageParam ? { cursor: pageParam } : {});

/** Files a request; the same id again is the same request. Resolves when it is filed, or kept here to be sent later. */
export function requestCourse(request: CourseRequest) {
  return add({ kind: "requestCourse", request });
}

/** How much a course is wanted, and whether it is there. `code` is canonical. */
export const demandQuery = (code: string) =>
  queryOptions({
    queryKey: requestKeys.demand(code),
    staleTime: Fresh.live,
    queryFn: ({ signal }) => payload(api.GET("/api/demand/{code}", { params: { path: { code } }, signal })),
  });

/** What one asked for by name, a page at a time. */
export const myRequestsQuery = infiniteQueryOptions({
  ...ownList,
  queryKey: requestKeys.mine,
  queryFn: ({ pageParam, signal }) =>
    payload(api.GET("/api/me/requests", { params: { query: cursorOf(pageParam) }, signal })),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** The wanted courses of a state, most wanted first. For administrators. */
export const wantedQuery = (state: DemandState) =>
  infiniteQueryOptions({
    ...consoleList,
    queryKey: requestKeys.wantedIn(state),
    queryFn: ({ pageParam, signal }) =>
      payload(api.GET("/api/demand", { params: { query: { state, ...cursorOf(pageParam) } }, signal })),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** Who asked for a course and why, newest first. For administrators. */
export const reasonsQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: requestKeys.reasons(code),
    staleTime: Fresh.live,
    queryFn: ({ pageParam, signal }) =>
      payload(
        api.GET("/api/demand/{code}/requests", {
          params: { path: { code }, query: cursorOf(pageParam) },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.requests.nextCursor ?? undefined,
  });

/** How much a course is wanted, with what was asked here and is not confirmed. */
export function useDemand(code: string): CourseDemand | undefined {
  const { data } = useQuery(demandQuery(code));
  const asked = useOutbox((kept) => lastWord(pending(kept), isAbout(code)));
  if (!data || asked === undefined || asked === data.mine) return data;
  return { ...data, mine: asked, requesters: Math.max(0, data.requesters + (asked ? 1 : -1)) };
}

const isAbout = (code: string) => (change: Change) => change.kind === "wantCourse" && change.code === code;

/** Whether one has taken a request back here, which is not confirmed yet. */
export function useIsWithdrawn(): (code: string) => boolean {
  const kept = useOutbox((all) => all);
  return (code) => lastWord(pending(kept), isAbout(code)) === false;
}

/** What was asked for here by name and is not sent yet. */
export function useUnsentRequests(): readonly CourseRequest[] {
  const kept = useOutbox((all) => all);
  return pending(kept).flatMap((change) =>
    change.kind === "requestCourse" && !change.request.anonymous ? change.request : [],
  );
}

/** Asks for a course that somebody asked for before, or takes one's own request back. */
export function useJoinDemand() {
  return useMutation({
    networkMode: "always",
    mutationFn: ({ code, join }: { code: string; join: boolean }) => add({ kind: "wantCourse", on: join, code }),
  });
}

/** The server has a request, or no longer; in every tab. */
export function requestArrived(queries: QueryClient, demand?: CourseDemand): void {
  if (demand) {
    patchAnswer(queries, demandQuery(demand.courseCode).queryKey, () => demand);
    void queries.invalidateQueries({ queryKey: requestKeys.mine });
  } else {
    void queries.invalidateQueries({ queryKey: requestKeys.all });
  }
}

/** Says what becomes of a wanted course, to everybody who asked. For administrators. */
export function useDecideDemand() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ code, ...body }: { code: string; state: DemandState; answer: string }) =>
      payload(api.PUT("/api/demand/{code}", { params: { path: { code } }, body })),
    onSuccess: () => refreshEverywhere(queries, requestKeys.wanted),
  });
}
