import type { QueryClient } from "@tanstack/react-query";
import type { Chapter, StudyCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { readOwnCards } from "@/data/cards/own-cards";
import { chapterQuery, chaptersQuery } from "@/data/cards/study";
import { latest } from "@/data/query/latest";

/** A card, and where it is from. */
export interface StudiedCard extends Pick<StudyCard, "id" | "title" | "content" | "image"> {
  course: string;
  /** The title of its chapter. */
  chapter: string;
  /** None of a card of the student's own that belongs to the whole course. */
  chapterId?: string | undefined;
  /** Whether the student wrote it. */
  isOwn: boolean;
}

/** The chapters of a course; none of one that is gone, of which the student may still have cards. */
async function chaptersOf(queries: QueryClient, course: string, hasOwn: boolean): Promise<Chapter[]> {
  try {
    return await latest(queries, chaptersQuery(course));
  } catch (error) {
    if (hasOwn && error instanceof ApiProblem && error.code === "not_found") return [];
    throw error;
  }
}

/** The cards of a course, chapter after chapter; the student's own come behind those of their chapter. */
export async function cardsOfCourse(queries: QueryClient, course: string, chapter?: string): Promise<StudiedCard[]> {
  const own = await readOwnCards(queries, course);
  const chapters = await chaptersOf(queries, course, own.length > 0);
  const wanted = chapters.filter(({ id }) => !chapter || id === chapter);
  const decks = await Promise.all(
    wanted.map(async ({ id, title, cardCount }) => {
      const deck = cardCount > 0 ? await latest(queries, chapterQuery(course, id)) : undefined;
      const cards = deck?.cards.map((card) => ({ ...card, isOwn: false })) ?? [];
      const mine = own.filter(({ chapterId }) => chapterId === id).map((card) => ({ ...card, isOwn: true }));
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
  return [
    ...decks.flat(),
    ...loose.map((card) => ({ ...card, course, chapter: "Without a chapter", chapterId: undefined, isOwn: true })),
  ];
}
