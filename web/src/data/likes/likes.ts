import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { LIKE_FLOOR } from "@/core/limits";
import { personalStorage } from "@/lib/browser/storage";
import { add, pending, useOutbox } from "@/offline/outbox/queue";
import { session, useSession } from "@/session/session";
import { audioKeys } from "../audio/audio";
import { takeStart } from "../me/start";
import { changedTag } from "../me/start-tag";
import { ownUntilBack } from "../query/freshness";
import { lastWord } from "../query/laid-over";
import { patchAnswer } from "../query/patch-answer";

type Schemas = components["schemas"];

/** What can be liked. */
export type LikeKind = Schemas["LikeKind"];

type LikeState = Schemas["LikeState"];

/** Everything the student likes. Notes are those of courses and those in albums. */
type MyLikes = Schemas["MyLikes"];

/** A count that is newer than the list it is shown in: the server's answer to a like, or the guess before it. */
interface NewerCount {
  count: number;
  /** What the list said when this was noted; once the list says something else, the list is newer. */
  listed: number;
  /** From the last visit: only for the first paint. */
  isRemembered?: true;
}

const likeKeys = {
  mine: ["me", "likes"] as const,
  count: (kind: LikeKind, id: string) => ["likes", "count", kind, id] as const,
};

/** Where this device keeps what the student likes. */
const MINE = "likes";

/** The likes stored on this device; only for the first paint, they are refetched at once. */
function rememberedLikes(): MyLikes | undefined {
  const { me } = session.state();
  const text = me && personalStorage(me.uid).get(MINE);
  if (text === undefined) return undefined;
  const [courses, notes, audio] = text.split(";").map((ids) => ids.split(" ").filter(Boolean));
  return courses && notes && audio && { courses, notes, audio };
}

function rememberLikes({ courses, notes, audio }: MyLikes): void {
  const { me } = session.state();
  if (!me) return;
  personalStorage(me.uid).set(MINE, [courses, notes, audio].map((ids) => ids.join(" ")).join(";"));
  changedTag(me.uid);
}

/** The likes of the answer that the page began with, if they are wanted for the first time. */
function firstLikes(): Promise<MyLikes | undefined> {
  const { me } = session.state();
  if (!me) return Promise.resolve(undefined);
  return takeStart(me.uid, "likes", (taken) => {
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
    const likes = await payload(api.GET("/api/me/likes", { signal }));
    rememberLikes(likes);
    return likes;
  },
  initialData: rememberedLikes,
  // Stale from the start, so that it is refetched.
  initialDataUpdatedAt: 0,
  ...ownUntilBack,
});

/**
 * The number to show: what the list says, unless something newer is known. Never below the floor, and never
 * 0 while the student likes it, for a list may be half a minute behind.
 */
export function shownCount(listed: number, isLiked: boolean, newer: NewerCount | undefined): number {
  const count = newer && newer.listed === listed ? newer.count : listed;
  return Math.max(LIKE_FLOOR, count, isLiked ? 1 : LIKE_FLOOR);
}

/** The count right after a press, before the server has answered. */
export function countAfterToggle(shown: number, willLike: boolean): number {
  return Math.max(LIKE_FLOOR, shown + (willLike ? 1 : -1));
}

const remembered = (kind: LikeKind, id: string) => `like:${kind}:${id}`;

/** A count stored on this device; only for the first paint, until the server's answer. */
function rememberedCount(uid: string | undefined, kind: LikeKind, id: string): NewerCount | undefined {
  if (uid === undefined) return undefined;
  const [count, listed] = (personalStorage(uid).get(remembered(kind, id)) ?? "").split(" ").map(Number);
  if (count === undefined || listed === undefined || Number.isNaN(count + listed)) return undefined;
  return { count, listed, isRemembered: true };
}

/** What the student likes with a change of it. */
function withLike(likes: MyLikes, kind: LikeKind, id: string, isLiked: boolean): MyLikes {
  const others = likes[kind].filter((each) => each !== id);
  return { ...likes, [kind]: isLiked ? [...others, id] : others };
}

/** The server has a like, or has taken it back; in every tab. */
export function likeArrived(queries: QueryClient, { target, id }: { target: LikeKind; id: string }, answer: LikeState) {
  const { queryKey } = myLikesQuery;
  const isRemembered = queries.getQueryState(queryKey)?.dataUpdatedAt === 0;
  patchAnswer(queries, queryKey, (before) => before && withLike(before, target, id, answer.liked));
  const likes = queries.getQueryData(queryKey);
  if (likes) rememberLikes(likes);
  // What is remembered of the last visit counts until the server has said what there is.
  if (isRemembered) void queries.invalidateQueries({ queryKey, exact: true });
  // Lists still show the count of before.
  const listed = answer.count + (answer.liked ? -1 : 1);
  queries.setQueryData(likeKeys.count(target, id), { count: answer.count, listed });
}

/** The like of one thing: what to show, and what a press does. */
interface Like {
  liked: boolean;
  count: number;
  onToggle: () => void;
  /** Set when pressing does nothing, with the reason to show. */
  disabledReason?: string;
}

/** Called when the server refused; the heart is back by then. */
export type LikeRefused = (error: unknown) => void;

const logRefusal: LikeRefused = (error) => console.warn("A like was refused and has been put back.", error);

/** Like state of `id`, starting from the count that its list shows; without one the number is not to be shown. */
export function useLike(
  kind: LikeKind,
  id: string,
  inList: number | undefined,
  onRefused: LikeRefused = logRefusal,
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
  const pressed = useOutbox((kept) =>
    lastWord(pending(kept), (change) => change.kind === "like" && change.target === kind && change.id === id),
  );
  const isStored = isMember && (mine.data?.[kind].includes(id) ?? false);
  const liked = isMember && (pressed ?? isStored);
  // Once the server has said what the student likes, lists of this visit are newer than anything of the last.
  const isFirstPaint = mine.dataUpdatedAt === 0;
  const known = shownCount(listed, isStored, newer.data?.isRemembered && !isFirstPaint ? undefined : newer.data);
  const count = liked === isStored ? known : countAfterToggle(known, liked);

  async function toggle() {
    try {
      const outcome = await add({ kind: "like", on: !liked, target: kind, id });
      if (outcome.is !== "sent") return;
      queries.setQueryData(likeKeys.count(kind, id), { count: outcome.answer.count, listed });
      if (me) personalStorage(me.uid).set(remembered(kind, id), `${outcome.answer.count} ${listed}`);
      // Lists of it know nothing of a press elsewhere.
      if (inList === undefined && kind === "audio") void queries.invalidateQueries({ queryKey: audioKeys.all });
    } catch (error) {
      onRefused(error);
    }
  }

  return isMember
    ? { liked, count, onToggle: () => void toggle() }
    : { liked: false, count, onToggle: () => undefined, disabledReason: "Sign in to like" };
}
