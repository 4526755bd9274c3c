import { queryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, payload } from "@/api/client";
import type { Membership } from "@/offline/outbox/kinds/changes";
import { add, pending, useOutbox } from "@/offline/outbox/queue";
import { session, useSession } from "@/session/session";
import { withMembers } from "../query/laid-over";

export const meKeys = { profile: ["me", "profile"] as const };

/** One's own profile, fresh from the server; what the shell shows follows it. */
export const myProfileQuery = queryOptions({
  queryKey: meKeys.profile,
  queryFn: async ({ signal }) => {
    const heard = session.asking();
    return heard(await payload(api.GET("/api/me", { signal })));
  },
  staleTime: 0,
});

const noCodes: readonly string[] = [];

const followedCode = (change: Membership) => (change.kind === "followCourse" ? change.code : undefined);

/** The courses the student follows; `isKnown` is false until the session has been looked up. */
export function useFollowed(): { codes: readonly string[]; isKnown: boolean } {
  const { status, me } = useSession();
  const kept = useOutbox((all) => all);
  const stored = me?.courseCodes ?? noCodes;
  const codes = useMemo(() => withMembers(stored, pending(kept), followedCode), [stored, kept]);
  return { codes, isKnown: status !== "unknown" };
}

/** The server knows that a course is followed, or no longer; in every tab. */
export function followArrived(change: Membership): void {
  const { me } = session.state();
  if (me) session.update({ ...me, courseCodes: [...withMembers(me.courseCodes, [change], followedCode)] });
}

/** Follows or leaves courses: shown at once, taken back when the server refuses. */
export function useChangeFollow(onRefused: (error: unknown) => void) {
  return (change: { code: string; follow: boolean }): void => {
    add({ kind: "followCourse", on: change.follow, code: change.code }).catch(onRefused);
  };
}

/** Whether the student follows `code`, and how to change that. */
export function useFollow(code: string, onRefused: (error: unknown) => void) {
  const { status } = useSession();
  const { codes } = useFollowed();
  const isFollowing = codes.includes(code);
  const change = useChangeFollow(onRefused);
  return {
    isMember: status === "signed-in",
    isFollowing,
    toggle: () => change({ code, follow: !isFollowing }),
  };
}
