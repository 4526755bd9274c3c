import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { StudyCard, StudyChapter } from "@/api/models";
import type { components } from "@/api/schema";
import { noteKeys } from "../notes/notes";
import { Fresh } from "../query/freshness";
import { refreshEverywhere, staleElsewhere } from "../query/other-tabs";

type Schemas = components["schemas"];

const studyKeys = {
  all: ["study"] as const,
  chapters: (code: string) => [...studyKeys.all, "chapters", code] as const,
  chapter: (code: string, id: string) => [...studyKeys.all, "chapter", code, id] as const,
};

/** The chapters of a course, by number. */
export const chaptersQuery = (code: string) =>
  queryOptions({
    queryKey: studyKeys.chapters(code),
    queryFn: async ({ signal }) =>
      (await payload(api.GET("/api/courses/{code}/chapters", { params: { path: { code } }, signal }))).items,
    staleTime: Fresh.live,
  });

/** A chapter with its study cards, in their order. */
export const chapterQuery = (code: string, chapterId: string) =>
  queryOptions({
    queryKey: studyKeys.chapter(code, chapterId),
    queryFn: ({ signal }) =>
      payload(api.GET("/api/courses/{code}/chapters/{chapterId}", { params: { path: { code, chapterId } }, signal })),
    staleTime: Fresh.live,
  });

/** The fields of a chapter that administrators edit. */
type ChapterFields = Required<Omit<Schemas["CreateChapterRequest"], "id">>;

/** The fields of a card that administrators edit. */
export type CardFields = Required<Omit<Schemas["CreateCardRequest"], "id" | "order">>;

/** Makes a chapter. `id` is ours, so that sending it twice makes one. */
export function createChapter(code: string, id: string, fields: ChapterFields) {
  return payload(api.POST("/api/courses/{code}/chapters", { params: { path: { code } }, body: { id, ...fields } }));
}

/** Edits a chapter; `version` is the one the edit is based on. */
export function editChapter(code: string, chapterId: string, version: number, fields: ChapterFields) {
  const params = { path: { code, chapterId } };
  return payload(api.PATCH("/api/courses/{code}/chapters/{chapterId}", { params, body: { ...fields, version } }));
}

/** Removes a chapter with its cards. */
export function deleteChapter(code: string, chapterId: string) {
  return payload(api.DELETE("/api/courses/{code}/chapters/{chapterId}", { params: { path: { code, chapterId } } }));
}

/** After a change of chapters: their lists, and the notes that are called by their titles. */
export function refreshChapters(queries: QueryClient, code: string): Promise<void> {
  return refreshEverywhere(queries, studyKeys.chapters(code), noteKeys.inCourse(code));
}

/** Creates a card in a chapter, at position `order` from 1, or at the end. `id` is ours. */
export function createCard(code: string, chapterId: string, id: string, fields: CardFields, order: number | undefined) {
  const params = { path: { code, chapterId } };
  const body = { id, ...fields, ...(order !== undefined && { order }) };
  return payload(api.POST("/api/courses/{code}/chapters/{chapterId}/cards", { params, body }));
}

/** Edits a card; `version` is the one the edit is based on. */
export function editCard(code: string, chapterId: string, cardId: string, version: number, fields: CardFields) {
  const params = { path: { code, chapterId, cardId } };
  const body = { ...fields, version };
  return payload(api.PATCH("/api/courses/{code}/chapters/{chapterId}/cards/{cardId}", { params, body }));
}

/** Takes the picture off a card. */
export function removeCardImage(code: string, chapterId: string, cardId: string) {
  const params = { path: { code, chapterId, cardId } };
  return payload(api.DELETE("/api/courses/{code}/chapters/{chapterId}/cards/{cardId}/image", { params }));
}

/** After a change of cards: `chapter` as it is now, if that is known, and how many cards the lists say it has. */
export function showChapter(queries: QueryClient, code: string, chapterId: string, chapter?: StudyChapter): void {
  const key = studyKeys.chapter(code, chapterId);
  if (chapter) queries.setQueryData(chapterQuery(code, chapterId).queryKey, chapter);
  else void queries.invalidateQueries({ queryKey: key });
  staleElsewhere(key);
  void refreshEverywhere(queries, studyKeys.chapters(code));
}

/** The cards as they stand when one comes right after `after`, or first without it. */
export function moved(cards: readonly StudyCard[], id: string, after: string | undefined): StudyCard[] {
  const card = cards.find((each) => each.id === id);
  if (!card) return [...cards];
  const others = cards.filter((each) => each.id !== id);
  const place = after === undefined ? 0 : others.findIndex((each) => each.id === after) + 1;
  return others.toSpliced(place, 0, card).map((each, index) => ({ ...each, order: index + 1 }));
}

/** A change of the cards of a chapter that shows at once. */
export type DeckChange = { kind: "move"; id: string; after: string | undefined } | { kind: "remove"; id: string };

function changed(deck: StudyChapter, change: DeckChange): StudyChapter {
  if (change.kind === "move") return { ...deck, cards: moved(deck.cards, change.id, change.after) };
  const cards = deck.cards
    .filter((card) => card.id !== change.id)
    .map((card, index) => ({ ...card, order: index + 1 }));
  return { chapter: { ...deck.chapter, cardCount: cards.length }, cards };
}

/**
 * Moves and removes cards. Each change shows at once, within the call, and is sent after those before it, so that it
 * names the version they made. What the server refuses is read anew before `onRefused` hears of it.
 */
export function useChangeDeck(
  code: string,
  chapterId: string,
  onRefused: (error: unknown, change: DeckChange) => void,
) {
  const queries = useQueryClient();
  const { queryKey } = chapterQuery(code, chapterId);
  const mutationKey = [...studyKeys.all, "changes", code, chapterId];
  const isLast = () => queries.isMutating({ mutationKey }) === 1;

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (change: DeckChange) => {
      const path = { code, chapterId };
      if (change.kind === "remove") {
        const params = { path: { ...path, cardId: change.id } };
        return payload(api.DELETE("/api/courses/{code}/chapters/{chapterId}/cards/{cardId}", { params }));
      }
      const version = queries.getQueryData(queryKey)?.chapter.version ?? 0;
      const body = { cardId: change.id, ...(change.after !== undefined && { after: change.after }), version };
      return payload(api.POST("/api/courses/{code}/chapters/{chapterId}/order", { params: { path }, body }));
    },
    onSuccess: (deck) => {
      // Later changes are shown already and not yet in this answer: only its version is news.
      queries.setQueryData(queryKey, (shown) =>
        !shown || isLast() ? deck : { ...shown, chapter: { ...shown.chapter, version: deck.chapter.version } },
      );
    },
    onError: async (error, change) => {
      await queries.invalidateQueries({ queryKey });
      onRefused(error, change);
    },
    onSettled: () => {
      if (isLast()) showChapter(queries, code, chapterId, queries.getQueryData(queryKey));
    },
  });

  return (change: DeckChange): void => {
    // What is on its way was read before this change.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (deck) => deck && changed(deck, change));
    mutate(change);
  };
}
