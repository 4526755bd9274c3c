import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { STUDENT_SEARCH_MIN_CHARS } from "@/core/limits";
import { api, payload } from "./client";
import { Fresh } from "./freshness";

export const studentKeys = {
  all: ["students"] as const,
  search: (prefix: string) => [...studentKeys.all, "search", prefix] as const,
  detail: (username: string) => [...studentKeys.all, "detail", username] as const,
};

/** Students whose username begins with `prefix`. */
export const studentSearchQuery = (prefix: string) => {
  const clean = prefix.trim().replace(/^@/, "").toLowerCase();
  return queryOptions({
    queryKey: studentKeys.search(clean),
    queryFn: ({ signal }) => payload(api.GET("/api/students", { params: { query: { prefix: clean } }, signal })),
    enabled: clean.length >= STUDENT_SEARCH_MIN_CHARS,
    staleTime: Fresh.minutes(1),
    placeholderData: clean.length >= STUDENT_SEARCH_MIN_CHARS ? keepPreviousData : undefined,
  });
};

/** What anybody may see of a student. */
export const studentQuery = (username: string) =>
  queryOptions({
    queryKey: studentKeys.detail(username),
    queryFn: ({ signal }) => payload(api.GET("/api/students/{username}", { params: { path: { username } }, signal })),
    staleTime: Fresh.live,
  });
