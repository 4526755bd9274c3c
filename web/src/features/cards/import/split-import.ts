import type { QueryClient } from "@tanstack/react-query";
import type { Chapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { CARDS_MAX, TITLE_MAX_CHARS } from "@/core/limits";
import { chapterImporter, chapterRemover } from "@/data/cards/card-imports";
import { chapterQuery, chaptersQuery, createChapter, deleteChapter } from "@/data/cards/chapters";
import { newUlid } from "@/lib/text/ulid";
import type { ImportProgress } from "./import-progress";
import type { ChapterCapacity, ImportTarget } from "./import-target";
import { ignoreMissing, removeCards } from "./undo";

/** Maximum attempts to create a chapter. Another administrator may take the next number at the same time. */
const TRIES = 5;

/** Returns the chapters that earlier imports into this chapter created, in order: 'Sorting (2)', 'Sorting (3)'. */
export function findContinuations<T extends Pick<Chapter, "title">>(
  chapter: Pick<Chapter, "title">,
  chapters: readonly T[],
): T[] {
  const found: T[] = [];
  for (;;) {
    const title = continuationTitle(chapter, found.length + 2);
    const next = chapters.find((each) => each.title === title);
    if (!next) return found;
    found.push(next);
  }
}

const roomOf = (places: readonly ChapterCapacity[]) => places.reduce((sum, { freeCards }) => sum + freeCards, 0);

/** Returns the number of new chapters for the cards that do not fit. */
export function overflowChapterCount(cards: number, places: readonly ChapterCapacity[]): number {
  return Math.max(0, Math.ceil((cards - roomOf(places)) / CARDS_MAX));
}

/** Splits batches so that each goes into one chapter: first into these chapters, then into new ones. */
export function splitByChapterCapacity<T>(
  batches: readonly (readonly T[])[],
  places: readonly ChapterCapacity[],
): T[][] {
  const rooms = places.map(({ freeCards }) => freeCards).filter((room) => room > 0);
  const cut: T[][] = [];
  let left = rooms.shift() ?? CARDS_MAX;
  for (const batch of batches) {
    let from = 0;
    while (from < batch.length) {
      if (left === 0) left = rooms.shift() ?? CARDS_MAX;
      const part = batch.slice(from, from + left);
      cut.push(part);
      from += part.length;
      left -= part.length;
    }
  }
  return cut;
}

/** Returns the title of a continuation of a chapter: 'Sorting (2)'. */
export function continuationTitle(chapter: Pick<Chapter, "title">, number: number): string {
  const end = ` (${number})`;
  return `${chapter.title.slice(0, TITLE_MAX_CHARS - end.length).trimEnd()}${end}`;
}

/**
 * Returns functions that send and undo an import into chapters. Cards fill `places` first, then new chapters after the
 * last one. The ids of new chapters are fixed at the first attempt, so that sending a batch again creates no duplicates.
 */
export function importAcrossChapters(
  queries: QueryClient,
  code: string,
  chapter: Pick<Chapter, "title">,
  places: readonly ChapterCapacity[],
): Pick<ImportTarget, "send" | "undo"> {
  const ids = new Map<number, string>();
  const made = new Set<number>();
  const room = roomOf(places);

  async function idOfNew(index: number, sent: ImportProgress): Promise<string> {
    const id = ids.get(index) ?? newUlid();
    if (!ids.has(index)) sent.addChapter(id);
    ids.set(index, id);
    for (let tries = 1; !made.has(index); tries++) {
      const chapters = await queries.fetchQuery({ ...chaptersQuery(code), staleTime: 0 });
      const number = Math.max(...chapters.map((each) => each.number), 0) + 1;
      try {
        const title = continuationTitle(chapter, places.length + index + 1);
        await createChapter(code, id, { number, title, description: "" });
        made.add(index);
      } catch (error) {
        const isTaken = error instanceof ApiProblem && error.code === "conflict";
        if (!isTaken || tries >= TRIES) throw error;
      }
    }
    return id;
  }

  async function chapterAt(before: number, sent: ImportProgress): Promise<string> {
    if (before >= room) return idOfNew(Math.floor((before - room) / CARDS_MAX), sent);
    let passed = 0;
    const place = places.find((each) => {
      passed += each.freeCards;
      return before < passed;
    });
    return place?.id ?? idOfNew(0, sent);
  }

  /** Returns true if this import sent all cards of the chapter, so that undoing it may delete the chapter. */
  async function holdsOnlySentCards(id: string, sent: ImportProgress): Promise<boolean> {
    try {
      const { cards } = await queries.fetchQuery({ ...chapterQuery(code, id), staleTime: 0 });
      const own = new Set(sent.cards[id]);
      return cards.every((card) => own.has(card.id));
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "not_found") return false;
      throw error;
    }
  }

  return {
    async send(batch, deck, signal, before, sent) {
      const id = await chapterAt(before, sent);
      sent.addCards(id, batch);
      return chapterImporter(code, id)(batch, deck, signal);
    },
    async undo(sent, report) {
      const chapters = await queries.fetchQuery({ ...chaptersQuery(code), staleTime: 0 });
      const own = new Set(sent.chapters);
      const whole: string[] = [];
      for (const { id } of chapters) if (own.has(id) && (await holdsOnlySentCards(id, sent))) whole.push(id);
      for (const id of whole) await ignoreMissing(deleteChapter(code, id));
      const there = new Set(chapters.map(({ id }) => id).filter((id) => !whole.includes(id)));
      const removals = Object.entries(sent.cards)
        .filter(([id]) => there.has(id))
        .map(([id, ids]) => ({ ids, remove: chapterRemover(code, id) }));
      await removeCards(removals, report);
      // The next import on this page creates its own chapters.
      ids.clear();
      made.clear();
    },
  };
}
