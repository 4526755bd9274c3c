import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, outlivesPage, payload } from "./client";
import { liveList } from "./freshness";
import { refreshEverywhere } from "./other-tabs";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** A request for a course that is missing. */
type CourseRequestForm = Schemas["CreateCourseRequest"];
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

/** Files a request; the same id again is the same request. */
export function requestCourse(body: CourseRequestForm) {
  return payload(api.POST("/api/requests", { body }));
}

/** How much a course is wanted, and whether it is there. `code` is canonical. */
export const demandQuery = (code: string) =>
  queryOptions({
    queryKey: requestKeys.demand(code),
    staleTime: liveList.staleTime,
    queryFn: ({ signal }) => payload(api.GET("/api/demand/{code}", { params: { path: { code } }, signal })),
  });

/** What one asked for by name, a page at a time. */
export const myRequestsQuery = infiniteQueryOptions({
  ...liveList,
  queryKey: requestKeys.mine,
  queryFn: ({ pageParam, signal }) =>
    payload(api.GET("/api/me/requests", { params: { query: cursorOf(pageParam) }, signal })),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** The wanted courses of a state, most wanted first. For administrators. */
export const wantedQuery = (state: DemandState) =>
  infiniteQueryOptions({
    ...liveList,
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
    staleTime: liveList.staleTime,
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

/** Asks for a course that somebody asked for before, or takes one's own request back. */
export function useJoinDemand() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ code, join }: { code: string; join: boolean }) => {
      const fact = { params: { path: { code } }, ...outlivesPage };
      return payload(join ? api.PUT("/api/demand/{code}/me-too", fact) : api.DELETE("/api/demand/{code}/me-too", fact));
    },
    onSuccess: async (demand) => {
      queries.setQueryData(demandQuery(demand.courseCode).queryKey, demand);
      await refreshEverywhere(queries, requestKeys.mine);
    },
  });
}

/** Says what becomes of a wanted course, to everybody who asked. For administrators. */
export function useDecideDemand() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ code, ...body }: { code: string; state: DemandState; answer: string }) =>
      payload(api.PUT("/api/demand/{code}", { params: { path: { code } }, body })),
    onSuccess: () => refreshEverywhere(queries, requestKeys.wanted),
  });
}
