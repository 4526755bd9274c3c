import type { QueryClient } from "@tanstack/react-query";
import { intoChapter, type SendBatch } from "@/api/card-imports";
import type { Chapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { chaptersQuery, createChapter } from "@/api/study";
import { CARDS_MAX, TITLE_MAX_CHARS } from "@/core/limits";
import { newUlid } from "@/lib/ulid";

/** Another administrator may make chapters at the same time: so often the next number is tried. */
const TRIES = 5;

/** Into how many new chapters cards go that a chapter has no room for. */
export function newChapters(cards: number, room: number): number {
  return Math.max(0, Math.ceil((cards - room) / CARDS_MAX));
}

/** Cuts batches so that the cards of each go into one chapter: the first has this room, the others are new. */
export function cutAtChapters<T>(batches: readonly (readonly T[])[], room: number): T[][] {
  const cut: T[][] = [];
  let left = room;
  for (const batch of batches) {
    let from = 0;
    while (from < batch.length) {
      if (left === 0) left = CARDS_MAX;
      const part = batch.slice(from, from + left);
      cut.push(part);
      from += part.length;
      left -= part.length;
    }
  }
  return cut;
}

/** What a chapter is called that goes on with the cards of another: 'Sorting (2)'. */
export function titleOf(chapter: Pick<Chapter, "title">, number: number): string {
  const end = ` (${number})`;
  return `${chapter.title.slice(0, TITLE_MAX_CHARS - end.length).trimEnd()}${end}`;
}

/**
 * Sends cards into a chapter that has room for some, and the others into new chapters behind the last one. `before` says how
 * many cards come before a batch. The ids of the chapters are kept here, so that what is sent again makes none twice.
 */
export function intoChapters(
  queries: QueryClient,
  code: string,
  chapter: Pick<Chapter, "id" | "title">,
  room: number,
): SendBatch {
  const ids = new Map<number, string>();
  const made = new Set<number>();

  async function idOf(place: number): Promise<string> {
    if (place === 0) return chapter.id;
    const id = ids.get(place) ?? newUlid();
    ids.set(place, id);
    for (let tries = 1; !made.has(place); tries++) {
      const chapters = await queries.fetchQuery({ ...chaptersQuery(code), staleTime: 0 });
      const number = Math.max(...chapters.map((each) => each.number), 0) + 1;
      try {
        await createChapter(code, id, { number, title: titleOf(chapter, place + 1), description: "" });
        made.add(place);
      } catch (error) {
        const isTaken = error instanceof ApiProblem && error.code === "conflict";
        if (!isTaken || tries >= TRIES) throw error;
      }
    }
    return id;
  }

  return async (batch, deck, signal, before) => {
    const place = before < room ? 0 : 1 + Math.floor((before - room) / CARDS_MAX);
    return intoChapter(code, await idOf(place))(batch, deck, signal, before);
  };
}
