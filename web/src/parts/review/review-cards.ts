import type { QueryClient } from "@tanstack/react-query";
import type { CardSource, Chapter, StudyCard, StudyChapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { loadGaps, mayHaveGaps } from "@/core/gaps";
import { chapterQuery, chaptersQuery } from "@/data/cards/chapters";
import { readPersonalCards } from "@/data/cards/personal-cards";
import { fetchOrCached } from "@/data/query/latest";

/** The gap that a review card asks about. */
export interface ReviewGap {
  /** Id of the stored card. */
  cardId: string;
  /** Whole front with the filled and marked gap, as Markdown. */
  answer: string;
  /** Back of the card, possibly empty. */
  extra: string;
}

/**
 * A card as it is reviewed. A card with gaps gives one review card for each number: its `title` has a blank, and its
 * `content` is the hidden text.
 */
export interface ReviewCard extends Pick<StudyCard, "id" | "title" | "content" | "image"> {
  course: string;
  chapter: string;
  /** Absent for personal cards of the whole course. */
  chapterId?: string | undefined;
  isPersonal: boolean;
  /** Passage from which the student made the card. */
  source?: CardSource | undefined;
  gap?: ReviewGap | undefined;
}

/** Replaces the cards with gaps by one card for each gap. */
async function withGaps(cards: readonly ReviewCard[]): Promise<ReviewCard[]> {
  if (!cards.some(({ title }) => mayHaveGaps(title))) return [...cards];
  const gaps = await loadGaps();
  return cards.flatMap((card): ReviewCard | ReviewCard[] => {
    const numbers = gaps.gapNumbers(card.title);
    if (numbers.length === 0) return card;
    return [...numbers].flatMap((number) => {
      const id = gaps.gapCardId(card.id, number);
      if (id === undefined) return [];
      const answer = gaps.gapAnswer(card.title, number);
      const gap = { cardId: card.id, answer, extra: card.content };
      return {
        ...card,
        id,
        title: gaps.gapQuestion(card.title, number),
        content: gaps.gapText(card.title, number),
        gap,
      };
    });
  });
}

const isNotFound = (error: unknown) => error instanceof ApiProblem && error.code === "not_found";

/** Returns the chapters of a course; none for a deleted course of which the student still has personal cards. */
async function chaptersOf(queries: QueryClient, course: string, hasOwn: boolean): Promise<Chapter[]> {
  try {
    return await fetchOrCached(queries, chaptersQuery(course));
  } catch (error) {
    if (hasOwn && isNotFound(error)) return [];
    throw error;
  }
}

/** Returns a chapter with its cards, or `undefined` if it was deleted after the list of chapters was loaded. */
async function chapterOf(queries: QueryClient, course: string, id: string): Promise<StudyChapter | undefined> {
  try {
    return await fetchOrCached(queries, chapterQuery(course, id));
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the cards of a course by chapter, with one card for each gap. Personal cards follow the published cards of
 * their chapter.
 */
export async function readCourseCards(queries: QueryClient, course: string, chapter?: string): Promise<ReviewCard[]> {
  const own = await readPersonalCards(queries, course);
  const chapters = await chaptersOf(queries, course, own.length > 0);
  const selected = chapters.filter(({ id }) => !chapter || id === chapter);
  const decks = await Promise.all(
    selected.map(async ({ id, title, cardCount }) => {
      const deck = cardCount > 0 ? await chapterOf(queries, course, id) : undefined;
      const cards = deck?.cards.map((card) => ({ ...card, isPersonal: false })) ?? [];
      const mine = own.filter(({ chapterId }) => chapterId === id).map((card) => ({ ...card, isPersonal: true }));
      return [...cards, ...mine].map((card) => ({
        ...card,
        course,
        chapter: deck?.chapter.title ?? title,
        chapterId: id,
      }));
    }),
  );
  const known = new Set(chapters.map(({ id }) => id));
  const loose = chapter ? [] : own.filter(({ chapterId }) => chapterId === undefined || !known.has(chapterId));
  return withGaps([
    ...decks.flat(),
    ...loose.map((card) => ({ ...card, course, chapter: "No chapter", chapterId: undefined, isPersonal: true })),
  ]);
}
