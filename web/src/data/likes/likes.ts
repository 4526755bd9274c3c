import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { LIKE_FLOOR } from "@/core/limits";
import { userStorage } from "@/lib/browser/storage";
import { enqueueChange, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { session, useSession } from "@/session/session";
import { audioKeys } from "../audio/audio";
import { takeBootstrapPart } from "../me/bootstrap";
import { invalidateETag } from "../me/bootstrap-etag";
import { staleAfterAbsence } from "../query/cache-policies";
import { optimisticState } from "../query/optimistic";
import { patchQueryData } from "../query/patch-query-data";

type Schemas = components["schemas"];

/** Kind of a likable item. */
export type LikeKind = Schemas["LikeKind"];

type LikeState = Schemas["LikeState"];

/** All likes of the student. Notes include course notes and album notes. */
type MyLikes = Schemas["MyLikes"];

/** A count that is newer than the list that shows it: the response to a like, or an optimistic value. */
interface NewerCount {
  count: number;
  /** Count that the list showed at that time. If it shows another count now, the list is newer. */
  listed: number;
  /** True for a value from the last visit, which is used only for the first paint. */
  isRemembered?: true;
}

const likeKeys = {
  mine: ["me", "likes"] as const,
  count: (kind: LikeKind, id: string) => ["likes", "count", kind, id] as const,
};

/** Storage key of the student's likes. */
const MINE = "likes";

/** Returns the likes stored on this device. They are used only for the first paint and refetched at once. */
function rememberedLikes(): MyLikes | undefined {
  const { me } = session.state();
  const text = me && userStorage(me.uid).get(MINE);
  if (text === undefined) return undefined;
  const [courses, notes, audio] = text.split(";").map((ids) => ids.split(" ").filter(Boolean));
  return courses && notes && audio && { courses, notes, audio };
}

function rememberLikes({ courses, notes, audio }: MyLikes): void {
  const { me } = session.state();
  if (!me) return;
  userStorage(me.uid).set(MINE, [courses, notes, audio].map((ids) => ids.join(" ")).join(";"));
  invalidateETag(me.uid);
}

/** Returns the likes from the bootstrap response, unless they were taken before. */
function firstLikes(): Promise<MyLikes | undefined> {
  const { me } = session.state();
  if (!me) return Promise.resolve(undefined);
  return takeBootstrapPart(me.uid, "likes", (taken) => {
    if (taken === "same") return rememberedLikes();
    rememberLikes(taken);
    return taken;
  });
}

export const myLikesQuery = queryOptions({
  queryKey: likeKeys.mine,
  queryFn: async ({ signal }): Promise<MyLikes> => {
    const first = await firstLikes();
    if (first) return first;
    const likes = await unwrap(api.GET("/api/me/likes", { signal }));
    rememberLikes(likes);
    return likes;
  },
  initialData: rememberedLikes,
  // Stale from the start, so that the query is refetched.
  initialDataUpdatedAt: 0,
  ...staleAfterAbsence,
});

/**
 * Returns the count to show: the count in the list, unless a newer one is known. It is never below `LIKE_FLOOR`, and at
 * least 1 while the student likes the item, because a list may be 30 s old.
 */
export function displayedLikeCount(listed: number, isLiked: boolean, newer: NewerCount | undefined): number {
  const count = newer && newer.listed === listed ? newer.count : listed;
  return Math.max(LIKE_FLOOR, count, isLiked ? 1 : LIKE_FLOOR);
}

/** Returns the optimistic count after a click. */
export function likeCountAfterToggle(shown: number, willLike: boolean): number {
  return Math.max(LIKE_FLOOR, shown + (willLike ? 1 : -1));
}

const remembered = (kind: LikeKind, id: string) => `like:${kind}:${id}`;

/** Returns the count stored on this device. It is used only for the first paint, until the server responds. */
function rememberedCount(uid: string | undefined, kind: LikeKind, id: string): NewerCount | undefined {
  if (uid === undefined) return undefined;
  const [count, listed] = (userStorage(uid).get(remembered(kind, id)) ?? "").split(" ").map(Number);
  if (count === undefined || listed === undefined || Number.isNaN(count + listed)) return undefined;
  return { count, listed, isRemembered: true };
}

/** Returns the student's likes after liking or unliking an item. */
function withLike(likes: MyLikes, kind: LikeKind, id: string, isLiked: boolean): MyLikes {
  const others = likes[kind].filter((each) => each !== id);
  return { ...likes, [kind]: isLiked ? [...others, id] : others };
}

/** Writes a confirmed like to the query cache of every tab. */
export function onLikeConfirmed(
  queries: QueryClient,
  { target, id }: { target: LikeKind; id: string },
  result: LikeState,
) {
  const { queryKey } = myLikesQuery;
  const isRemembered = queries.getQueryState(queryKey)?.dataUpdatedAt === 0;
  patchQueryData(queries, queryKey, (before) => before && withLike(before, target, id, result.liked));
  const likes = queries.getQueryData(queryKey);
  if (likes) rememberLikes(likes);
  // Likes from the last visit must be replaced by the server's list.
  if (isRemembered) void queries.invalidateQueries({ queryKey, exact: true });
  // Lists still show the previous count.
  const listed = result.count + (result.liked ? -1 : 1);
  queries.setQueryData(likeKeys.count(target, id), { count: result.count, listed });
}

/** Like state of one item. */
interface Like {
  liked: boolean;
  count: number;
  onToggle: () => void;
  /** Set if the button is disabled, with the reason to show. */
  disabledReason?: string;
}

/** Called after the server rejected a like and the optimistic state was rolled back. */
export type LikeRejectionHandler = (error: unknown) => void;

const logRejection: LikeRejectionHandler = (error) => console.warn("A like was refused and has been put back.", error);

/** Returns the like state of `id`. `inList` is the count in its list; if it is undefined, the count is not shown. */
export function useLike(
  kind: LikeKind,
  id: string,
  inList: number | undefined,
  onRejected: LikeRejectionHandler = logRejection,
): Like {
  const listed = inList ?? LIKE_FLOOR;
  const queries = useQueryClient();
  const { status, me } = useSession();
  const isMember = status === "signed-in";
  const mine = useQuery({ ...myLikesQuery, enabled: isMember });
  const newer = useQuery<NewerCount>({
    queryKey: likeKeys.count(kind, id),
    queryFn: skipToken,
    initialData: () => rememberedCount(me?.uid, kind, id),
  });
  const pressed = useOutbox((outboxState) =>
    optimisticState(
      selectPendingChanges(outboxState),
      (change) => change.kind === "like" && change.target === kind && change.id === id,
    ),
  );
  const isStored = isMember && (mine.data?.[kind].includes(id) ?? false);
  const liked = isMember && (pressed ?? isStored);
  // Once the likes have been fetched, the lists were fetched in this visit too, so they are newer than the stored
  // counts.
  const isFirstPaint = mine.dataUpdatedAt === 0;
  const known = displayedLikeCount(
    listed,
    isStored,
    newer.data?.isRemembered && !isFirstPaint ? undefined : newer.data,
  );
  const count = liked === isStored ? known : likeCountAfterToggle(known, liked);

  async function toggle() {
    try {
      const outcome = await enqueueChange({ kind: "like", on: !liked, target: kind, id });
      if (outcome.status !== "sent") return;
      queries.setQueryData(likeKeys.count(kind, id), { count: outcome.result.count, listed });
      if (me) userStorage(me.uid).set(remembered(kind, id), `${outcome.result.count} ${listed}`);
      // Lists with this recording do not include a like from the player.
      if (inList === undefined && kind === "audio") void queries.invalidateQueries({ queryKey: audioKeys.all });
    } catch (error) {
      onRejected(error);
    }
  }

  return isMember
    ? { liked, count, onToggle: () => void toggle() }
    : { liked: false, count, onToggle: () => undefined, disabledReason: "Sign in to like" };
}
