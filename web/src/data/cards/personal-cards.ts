import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { PersonalCard } from "@/api/models";
import { readAllItems } from "@/api/pages";
import { ApiProblem } from "@/api/problem";
import { readCachedQuery, writeCachedQuery } from "@/offline/cache/query-persister";
import type { Change, ResultByKind } from "@/offline/outbox/kinds/kinds";
import type { PersonalCardChange } from "@/offline/outbox/kinds/personal-card";
import { enqueueChange, type Outcome, outbox, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { refetchOnFocus } from "../query/cache-policies";
import { fetchOrCached } from "../query/latest";
import { patchQueryData } from "../query/patch-query-data";

/** The student's personal cards of a course, with their version. */
interface OwnDeck {
  edition: number;
  cards: PersonalCard[];
}

const NO_EDITION = 0;
const keys = {
  courses: ["me", "cards", "courses"] as const,
  course: (code: string) => ["me", "cards", "course", code] as const,
};

/** Courses with personal cards, and the version of the cards in each. */
export const personalCardCountsQuery = queryOptions({
  queryKey: keys.courses,
  queryFn: ({ signal }) => unwrap(api.GET("/api/me/cards", { signal })),
  ...refetchOnFocus,
});

/**
 * The student's personal cards of a course. They are fetched only if their version differs from the cached one. A
 * course without personal cards costs no request.
 */
export const personalCardsQuery = (code: string) =>
  queryOptions({
    queryKey: keys.course(code),
    queryFn: async ({ client, queryKey, signal }): Promise<OwnDeck> => {
      const { items } = await fetchOrCached(client, personalCardCountsQuery);
      const edition = items.find(({ course }) => course === code)?.edition;
      if (edition === undefined) return { edition: NO_EDITION, cards: [] };
      const known =
        client.getQueryData<OwnDeck>(queryKey) ?? ((await readCachedQuery(queryKey)) as OwnDeck | undefined);
      return known?.edition === edition ? known : { edition, cards: await readAll(code, signal) };
    },
    ...refetchOnFocus,
  });

const readAll = (code: string, signal: AbortSignal): Promise<PersonalCard[]> =>
  readAllItems((query) => unwrap(api.GET("/api/me/cards/{code}", { params: { path: { code }, query }, signal })));

/** Returns the cards with these changes applied. A new card comes last. */
export function applyPersonalCardChanges(
  cards: readonly PersonalCard[],
  changes: readonly PersonalCardChange[],
): PersonalCard[] {
  const known = new Map(cards.map((card) => [card.id, card]));
  for (const { id, card } of changes) {
    if (card) known.set(id, card);
    else known.delete(id);
  }
  return [...known.values()];
}

const ofCourse = (changes: readonly Change[], code: string) =>
  changes.filter((change): change is PersonalCardChange => change.kind === "personalCard" && change.course === code);

/** Returns the personal cards of a course, including pending changes. */
export function usePersonalCards(code: string) {
  const { data, error, isPending, refetch } = useQuery(personalCardsQuery(code));
  const outboxState = useOutbox((all) => all);
  const cards = useMemo(
    () => applyPersonalCardChanges(data?.cards ?? [], ofCourse(selectPendingChanges(outboxState), code)),
    [data, outboxState, code],
  );
  return { cards, error: data ? undefined : error, isPending: isPending && !error, refetch };
}

/**
 * Reads the cards once, without subscribing. Offline and without a cached copy, returns only the cards created on this
 * device, so that the published cards can be shown.
 */
export async function readPersonalCards(queries: QueryClient, code: string): Promise<PersonalCard[]> {
  const read = fetchOrCached(queries, personalCardsQuery(code)).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === "unreachable") return { cards: [] };
    throw error;
  });
  const { cards } = await read;
  return applyPersonalCardChanges(cards, ofCourse(selectPendingChanges(outbox.get()), code));
}

/**
 * Writes a confirmed change to the query cache. If the cards have no other changes, the cached deck gets the new
 * version and is not fetched again.
 */
export function onPersonalCardConfirmed(
  queries: QueryClient,
  change: PersonalCardChange,
  result: ResultByKind["personalCard"],
): void {
  const card = "card" in result ? result.card : undefined;
  cachePersonalCard(queries, { ...change, course: card?.course ?? change.course, card }, result.edition);
}

/** Puts the server's version of a card into the cached deck. */
export function cachePersonalCard(queries: QueryClient, change: PersonalCardChange, edition: number): void {
  const { queryKey } = personalCardsQuery(change.course);
  void queries.invalidateQueries({ queryKey: keys.courses });
  patchQueryData(queries, queryKey, (deck) => {
    if (!deck) return deck;
    const isNext = edition === deck.edition + 1 || edition === deck.edition;
    return { edition: isNext ? edition : deck.edition, cards: applyPersonalCardChanges(deck.cards, [change]) };
  });
  const changed = queries.getQueryData(queryKey);
  if (changed) void writeCachedQuery(queryKey, changed);
}

/** Refetches the cards of a course after an image of a card was added or removed. */
export async function refreshPersonalCards(queries: QueryClient, code: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: keys.courses });
  await queries.invalidateQueries({ queryKey: keys.course(code) });
}

/**
 * Creates or edits a card. `version` is the version on which an edit is based; it is absent for a card that the server
 * does not have.
 */
export function putPersonalCard(
  card: PersonalCard,
  imageAlt: string,
  version?: number,
): Promise<Outcome<PersonalCardChange>> {
  return enqueueChange({ kind: "personalCard", course: card.course, id: card.id, card, imageAlt, version });
}

/** Removes a card. If another device has changed it since, the outbox keeps the removal until the student decides. */
export function removePersonalCard({ course, id, version }: PersonalCard): Promise<Outcome<PersonalCardChange>> {
  return enqueueChange({ kind: "personalCard", course, id, version: version || undefined });
}

/** Removes the image of a card. A conflict means that its URL is not `replaces`, if given. */
export async function removePersonalCardImage(
  queries: QueryClient,
  { course, id }: PersonalCard,
  replaces: string | undefined,
): Promise<PersonalCard> {
  const params = { path: { code: course, cardId: id }, query: replaces === undefined ? {} : { replaces } };
  const { card, edition } = await unwrap(api.DELETE("/api/me/cards/{code}/{cardId}/image", { params }));
  cachePersonalCard(queries, { kind: "personalCard", course, id, card }, edition);
  return card;
}

/** Parses the URL of an image on a personal card. Returns `undefined` for other URLs. */
function ownPictureAt(url: string) {
  const [, code, cardId, imageId] = /^\/api\/me\/cards\/([^/]+)\/([^/]+)\/images\/([^/]+)$/.exec(url) ?? [];
  return code && cardId && imageId ? { code, cardId, imageId } : undefined;
}

/** Whether an image must be fetched with the access token. */
export const isPersonalCardImage = (url: string): boolean => ownPictureAt(url) !== undefined;

/** Bytes of an image on a personal card. They never change. */
export const personalCardImageQuery = (url: string) =>
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
      return new Uint8Array(await unwrap<ArrayBuffer>(call as never));
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
