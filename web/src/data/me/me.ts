import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { ToggleChange } from "@/offline/outbox/kinds/kinds";
import { enqueueChange, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { session, useSession } from "@/session/session";
import { withOptimisticToggles } from "../query/optimistic";

export const meKeys = { profile: ["me", "profile"] as const };

/** The student's own profile. The shell shows it too. */
export const myProfileQuery = queryOptions({
  queryKey: meKeys.profile,
  queryFn: async ({ signal }) => {
    const heard = session.trackProfileFetch();
    return heard(await unwrap(api.GET("/api/me", { signal })));
  },
  staleTime: 0,
});

const noCodes: readonly string[] = [];

const followedCode = (change: ToggleChange) => (change.kind === "followCourse" ? change.code : undefined);

/** Returns the courses that the student follows. `isKnown` is false until the session has been restored. */
export function useFollowedCourses(): { codes: readonly string[]; isKnown: boolean } {
  const { status, me } = useSession();
  const outboxState = useOutbox((all) => all);
  const stored = me?.courseCodes ?? noCodes;
  const codes = useMemo(
    () => withOptimisticToggles(stored, selectPendingChanges(outboxState), followedCode),
    [stored, outboxState],
  );
  return { codes, isKnown: status !== "unknown" };
}

/** Writes a confirmed change of the followed courses to every tab. */
export function onFollowConfirmed(change: ToggleChange): void {
  const { me } = session.state();
  if (me) session.setUser({ ...me, courseCodes: [...withOptimisticToggles(me.courseCodes, [change], followedCode)] });
}

/** Marks a course merge as read on all devices. */
export async function markMergeRead(code: string): Promise<void> {
  await unwrap(api.DELETE("/api/me/merges/{code}", { params: { path: { code } } }));
  const { me } = session.state();
  if (me) session.setUser({ ...me, unreadMerges: me.unreadMerges?.filter((merge) => merge.courseCode !== code) ?? [] });
}

/** Follows or unfollows courses optimistically. A rejected change is rolled back. */
export function useChangeFollowedCourses(onRejected: (error: unknown) => void) {
  return (change: { code: string; follow: boolean }): void => {
    enqueueChange({ kind: "followCourse", on: change.follow, code: change.code }).catch(onRejected);
  };
}

/** Returns whether the student follows `code`, and a function to change it. */
export function useFollow(code: string, onRejected: (error: unknown) => void) {
  const { status } = useSession();
  const { codes } = useFollowedCourses();
  const isFollowing = codes.includes(code);
  const change = useChangeFollowedCourses(onRejected);
  return {
    isMember: status === "signed-in",
    isFollowing,
    toggle: () => change({ code, follow: !isFollowing }),
  };
}
