import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, payload } from "@/api/client";
import type { OwnCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { keepAnswer, keptAnswer } from "@/offline/cache/answers";
import type { Change, OwnCardWork } from "@/offline/outbox/kinds/changes";
import type { Answers } from "@/offline/outbox/kinds/send";
import { add, type Outcome, outbox, pending, useOutbox } from "@/offline/outbox/queue";
import { ownList } from "../query/freshness";
import { latest } from "../query/latest";
import { patchAnswer } from "../query/patch-answer";

/** The student's own cards of a course, and which edition of them these are. */
interface OwnDeck {
  edition: number;
  cards: OwnCard[];
}

const NO_EDITION = 0;
const keys = {
  courses: ["me", "cards", "courses"] as const,
  course: (code: string) => ["me", "cards", "course", code] as const,
};

/** Of which courses the student has cards of their own, and in which edition. */
export const ownCoursesQuery = queryOptions({
  queryKey: keys.courses,
  queryFn: ({ signal }) => payload(api.GET("/api/me/cards", { signal })),
  ...ownList,
});

/**
 * The student's own cards of a course. They are read only when their edition is another than what this page or this device
 * has; a course without any costs no question of its own.
 */
export const ownCardsQuery = (code: string) =>
  queryOptions({
    queryKey: keys.course(code),
    queryFn: async ({ client, queryKey, signal }): Promise<OwnDeck> => {
      const { items } = await latest(client, ownCoursesQuery);
      const edition = items.find(({ course }) => course === code)?.edition;
      if (edition === undefined) return { edition: NO_EDITION, cards: [] };
      const known = client.getQueryData<OwnDeck>(queryKey) ?? ((await keptAnswer(queryKey)) as OwnDeck | undefined);
      return known?.edition === edition ? known : { edition, cards: await readAll(code, signal) };
    },
    ...ownList,
  });

async function readAll(code: string, signal: AbortSignal): Promise<OwnCard[]> {
  const cards: OwnCard[] = [];
  let cursor: string | undefined;
  do {
    const params = { path: { code }, query: cursor === undefined ? {} : { cursor } };
    const page = await payload(api.GET("/api/me/cards/{code}", { params, signal }));
    cards.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return cards;
}

/** The cards with what was changed in them; one that is not among them yet comes last. */
export function withChanges(cards: readonly OwnCard[], changes: readonly OwnCardWork[]): OwnCard[] {
  const known = new Map(cards.map((card) => [card.id, card]));
  for (const { id, card } of changes) {
    if (card) known.set(id, card);
    else known.delete(id);
  }
  return [...known.values()];
}

const ofCourse = (changes: readonly Change[], code: string) =>
  changes.filter((change): change is OwnCardWork => change.kind === "ownCard" && change.course === code);

/** The student's own cards of a course, with what has not been sent yet. */
export function useOwnCards(code: string) {
  const { data, error, isPending, refetch } = useQuery(ownCardsQuery(code));
  const kept = useOutbox((all) => all);
  const cards = useMemo(() => withChanges(data?.cards ?? [], ofCourse(pending(kept), code)), [data, kept, code]);
  return { cards, error: data ? undefined : error, isPending: isPending && !error, refetch };
}

/**
 * The same for whoever reads them once. Where the server cannot be reached and this device has never read them, those that
 * were written here: the cards of everybody come without the others.
 */
export async function readOwnCards(queries: QueryClient, code: string): Promise<OwnCard[]> {
  const read = latest(queries, ownCardsQuery(code)).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === "unreachable") return { cards: [] };
    throw error;
  });
  const { cards } = await read;
  return withChanges(cards, ofCourse(pending(outbox.get()), code));
}

/**
 * The server has a change: it becomes part of what the server said. Where nothing else has changed, what this device has is
 * the new edition then, and is not read again.
 */
export function ownCardArrived(queries: QueryClient, change: OwnCardWork, answer: Answers["ownCard"]): void {
  const card = "card" in answer ? answer.card : undefined;
  showOwnCard(queries, { ...change, course: card?.course ?? change.course, card }, answer.edition);
}

/** Shows a card as the server has it by now, in an edition of its course. */
export function showOwnCard(queries: QueryClient, change: OwnCardWork, edition: number): void {
  const { queryKey } = ownCardsQuery(change.course);
  void queries.invalidateQueries({ queryKey: keys.courses });
  patchAnswer(queries, queryKey, (deck) => {
    if (!deck) return deck;
    const isNext = edition === deck.edition + 1 || edition === deck.edition;
    return { edition: isNext ? edition : deck.edition, cards: withChanges(deck.cards, [change]) };
  });
  const changed = queries.getQueryData(queryKey);
  if (changed) void keepAnswer(queryKey, changed);
}

/** Reads a card anew that got a picture or lost it; its course has another edition then. */
export async function refreshOwnCards(queries: QueryClient, code: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: keys.courses });
  await queries.invalidateQueries({ queryKey: keys.course(code) });
}

/** Makes a card, or says something else on it. `version` is the one the edit is based on, of a card that the server has. */
export function putOwnCard(card: OwnCard, imageAlt: string, version?: number): Promise<Outcome<OwnCardWork>> {
  return add({ kind: "ownCard", course: card.course, id: card.id, card, imageAlt, version });
}

/** Removes a card. */
export function removeOwnCard({ course, id }: OwnCard): Promise<Outcome<OwnCardWork>> {
  return add({ kind: "ownCard", course, id });
}

/** Takes the picture off a card. */
export async function removeOwnCardImage(queries: QueryClient, { course, id }: OwnCard): Promise<OwnCard> {
  const params = { path: { code: course, cardId: id } };
  const { card, edition } = await payload(api.DELETE("/api/me/cards/{code}/{cardId}/image", { params }));
  showOwnCard(queries, { kind: "ownCard", course, id, card }, edition);
  return card;
}

/** Where a picture is that only its owner is given, as the four parts of its address; nothing of other addresses. */
function ownPictureAt(url: string) {
  const [, code, cardId, imageId] = /^\/api\/me\/cards\/([^/]+)\/([^/]+)\/images\/([^/]+)$/.exec(url) ?? [];
  return code && cardId && imageId ? { code, cardId, imageId } : undefined;
}

/** Whether a picture is fetched with the session, not by its address alone. */
export const isOwnPicture = (url: string): boolean => ownPictureAt(url) !== undefined;

/** The bytes of a picture on a card of one's own. They never change. */
export const ownPictureQuery = (url: string) =>
  queryOptions({
    queryKey: ["me", "cards", "picture", url] as const,
    queryFn: async ({ signal }) => {
      const path = ownPictureAt(url);
      if (!path) throw new Error("This is no picture on a card of one's own.");
      const call = api.GET("/api/me/cards/{code}/{cardId}/images/{imageId}", {
        params: { path },
        parseAs: "arrayBuffer",
        signal,
      });
      return new Uint8Array(await payload<ArrayBuffer>(call as never));
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
