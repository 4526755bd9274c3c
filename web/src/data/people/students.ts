import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { PublicProfile } from "@/api/models";
import { pageQuery, paginationOptions } from "@/api/pages";
import type { components } from "@/api/schema";
import { STUDENT_SEARCH_MIN_CHARS } from "@/core/limits";
import { enqueueChange, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { staleTimes } from "../query/cache-policies";
import { optimisticState } from "../query/optimistic";

type FollowedStudent = components["schemas"]["FollowedStudent"];

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
    queryFn: ({ signal }) => unwrap(api.GET("/api/students", { params: { query: { prefix: clean } }, signal })),
    enabled: clean.length >= STUDENT_SEARCH_MIN_CHARS,
    staleTime: staleTimes.minutes(1),
    placeholderData: clean.length >= STUDENT_SEARCH_MIN_CHARS ? keepPreviousData : undefined,
  });
};

/** The public profile of a student. A former username leads to the profile with the new one. */
export const studentQuery = (username: string) =>
  queryOptions({
    queryKey: studentKeys.detail(username.toLowerCase()),
    queryFn: ({ signal }) => unwrap(api.GET("/api/students/{username}", { params: { path: { username } }, signal })),
    staleTime: staleTimes.live,
  });

/** Courses of a student's saved notes. If the count is missing, the student keeps them private. */
export const studentCoursesQuery = (username: string) =>
  queryOptions({
    queryKey: studentKeys.courses(username),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/students/{username}/courses", { params: { path: { username } }, signal })),
    staleTime: staleTimes.live,
  });

/** Kind of a list of students. */
export type FollowList = "followers" | "following";

/** Followers of a student, or the students whom a student follows, newest first. Members only. */
export const followListQuery = (username: string, which: FollowList) =>
  infiniteQueryOptions({
    queryKey: [...studentKeys.people(), which, username] as const,
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { username }, query: pageQuery(pageParam) };
      return unwrap(
        which === "followers"
          ? api.GET("/api/students/{username}/followers", { params, signal })
          : api.GET("/api/students/{username}/following", { params, signal }),
      );
    },
    ...paginationOptions,
    staleTime: staleTimes.live,
  });

/** Returns a student's profile, including an unconfirmed follow. */
export function useStudent(username: string) {
  const query = useQuery(studentQuery(username));
  const profile = query.data;
  const pressed = useOutbox((outboxState) =>
    optimisticState(
      selectPendingChanges(outboxState),
      (change) => change.kind === "followStudent" && isOf(change.username, profile?.username),
    ),
  );
  const data = profile && pressed !== undefined ? followed(profile, pressed) : profile;
  return { ...query, data };
}

const isOf = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

/** Follows or unfollows a student optimistically. A rejected change is rolled back. */
export function followStudent(username: string, follow: boolean, onRejected: (error: unknown) => void): void {
  enqueueChange({ kind: "followStudent", on: follow, username }).catch(onRejected);
}

/** Writes a confirmed follow to the query cache of every tab. */
export function onFollowStudentConfirmed(queries: QueryClient, username: string, result: FollowedStudent): void {
  const { queryKey } = studentQuery(username);
  void queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, (profile) => profile && { ...profile, ...result });
  void queries.invalidateQueries({ queryKey: studentKeys.people() });
  void queries.invalidateQueries({ queryKey: [...studentKeys.all, "detail"] });
}

/** Returns a profile after the caller followed or unfollowed it. */
function followed(profile: PublicProfile, isFollowed: boolean): PublicProfile {
  if (profile.isFollowed === isFollowed) return profile;
  return { ...profile, isFollowed, followers: Math.max(0, profile.followers + (isFollowed ? 1 : -1)) };
}
