import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { STUDENT_SEARCH_MIN_CHARS } from "@/core/limits";
import { api, outlivesPage, payload } from "./client";
import { Fresh } from "./freshness";
import type { PublicProfile } from "./models";
import { refreshEverywhere } from "./other-tabs";

export const studentKeys = {
  all: ["students"] as const,
  search: (prefix: string) => [...studentKeys.all, "search", prefix] as const,
  detail: (username: string) => [...studentKeys.all, "detail", username] as const,
  courses: (username: string) => [...studentKeys.all, "courses", username] as const,
  people: () => [...studentKeys.all, "people"] as const,
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

/** What anybody may see of a student. By a former username comes the profile with the new one. */
export const studentQuery = (username: string) =>
  queryOptions({
    queryKey: studentKeys.detail(username.toLowerCase()),
    queryFn: ({ signal }) => payload(api.GET("/api/students/{username}", { params: { path: { username } }, signal })),
    staleTime: Fresh.live,
  });

/** The courses of a student's saved notes; without a count the student keeps them private. */
export const studentCoursesQuery = (username: string) =>
  queryOptions({
    queryKey: studentKeys.courses(username),
    queryFn: ({ signal }) =>
      payload(api.GET("/api/students/{username}/courses", { params: { path: { username } }, signal })),
    staleTime: Fresh.live,
  });

/** Which students a list is about. */
export type People = "followers" | "following";

/** The students who follow one, or whom one follows, the newest first. For members. */
export const peopleQuery = (username: string, which: People) =>
  infiniteQueryOptions({
    queryKey: [...studentKeys.people(), which, username] as const,
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { username }, query: pageParam === "" ? {} : { cursor: pageParam } };
      return payload(
        which === "followers"
          ? api.GET("/api/students/{username}/followers", { params, signal })
          : api.GET("/api/students/{username}/following", { params, signal }),
      );
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: Fresh.live,
  });

/** Follows a student or stops: optimistic, rolled back when the server refuses. */
export function useFollowStudent(username: string, onRefused: (error: unknown) => void) {
  const queries = useQueryClient();
  return useMutation({
    // One at a time, so that quick clicks arrive in their order.
    scope: { id: `follow ${username}` },
    mutationFn: (follow: boolean) => {
      const fact = { params: { path: { username } }, ...outlivesPage };
      return payload(
        follow ? api.PUT("/api/me/students/{username}", fact) : api.DELETE("/api/me/students/{username}", fact),
      );
    },
    onMutate: async (follow) => {
      await queries.cancelQueries({ queryKey: studentQuery(username).queryKey });
      patch(queries, username, (profile) => followed(profile, follow));
    },
    onSuccess: (answer) => patch(queries, username, (profile) => ({ ...profile, ...answer })),
    onError: (error, follow) => {
      patch(queries, username, (profile) => followed(profile, !follow));
      onRefused(error);
    },
    onSettled: () => refreshEverywhere(queries, studentKeys.people(), [...studentKeys.all, "detail"]),
  });
}

function patch(queries: QueryClient, username: string, change: (profile: PublicProfile) => PublicProfile): void {
  queries.setQueryData(studentQuery(username).queryKey, (profile) => profile && change(profile));
}

/** A profile after the caller began to follow it, or stopped. */
function followed(profile: PublicProfile, isFollowed: boolean): PublicProfile {
  if (profile.isFollowed === isFollowed) return profile;
  return { ...profile, isFollowed, followers: Math.max(0, profile.followers + (isFollowed ? 1 : -1)) };
}
