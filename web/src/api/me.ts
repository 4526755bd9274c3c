import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, outlivesPage, payload } from "./client";
import { session, useSession } from "./session";

export const meKeys = { profile: ["me", "profile"] as const };

/** One's own profile, fresh from the server; what the shell shows follows it. */
export const myProfileQuery = queryOptions({
  queryKey: meKeys.profile,
  queryFn: async ({ signal }) => {
    const me = await payload(api.GET("/api/me", { signal }));
    session.update(me);
    return me;
  },
  staleTime: 0,
});

const noCodes: readonly string[] = [];

/** The courses the student follows; `isKnown` is false until the session has been looked up. */
export function useFollowed(): { codes: readonly string[]; isKnown: boolean } {
  const { status, me } = useSession();
  return { codes: me?.courseCodes ?? noCodes, isKnown: status !== "unknown" };
}

function patchCodes(change: (codes: readonly string[]) => string[]): void {
  const { me } = session.state();
  if (me) session.update({ ...me, courseCodes: change(me.courseCodes) });
}

const withCode = (code: string) => (codes: readonly string[]) => [...codes.filter((each) => each !== code), code];
const withoutCode = (code: string) => (codes: readonly string[]) => codes.filter((each) => each !== code);

/** Follows or leaves courses: optimistic, rolled back when the server refuses. */
export function useChangeFollow(onRefused: (error: unknown) => void) {
  return useMutation({
    // One at a time: each answer is the whole list.
    scope: { id: "follow" },
    mutationFn: ({ code, follow }: { code: string; follow: boolean }) => {
      const fact = { params: { path: { code } }, ...outlivesPage };
      return payload(follow ? api.PUT("/api/me/courses/{code}", fact) : api.DELETE("/api/me/courses/{code}", fact));
    },
    onMutate: ({ code, follow }) => patchCodes(follow ? withCode(code) : withoutCode(code)),
    onError: (error, { code, follow }) => {
      patchCodes(follow ? withoutCode(code) : withCode(code));
      onRefused(error);
    },
  });
}

/** Whether the student follows `code`, and how to change that. */
export function useFollow(code: string, onRefused: (error: unknown) => void) {
  const { status } = useSession();
  const { codes } = useFollowed();
  const isFollowing = codes.includes(code);
  const { mutate } = useChangeFollow(onRefused);
  return {
    isMember: status === "signed-in",
    isFollowing,
    toggle: () => mutate({ code, follow: !isFollowing }),
  };
}
