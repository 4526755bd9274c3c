import { api, payload } from "@/api/client";
import type { CardRow } from "@/core/cards";
import { newUlid } from "@/lib/text/ulid";

/** Cards that are to be sent together, each with the id it is going to have: sent again, they are the same. */
export type CardBatch = readonly (CardRow & { id: string })[];

/**
 * Sends a batch to where the cards are to be; sending one twice changes nothing. `deck` is where its pictures are, `before`
 * how many cards come before it.
 */
export type SendBatch = (
  batch: CardBatch,
  deck: string | undefined,
  signal: AbortSignal,
  before: number,
) => Promise<unknown>;

/** Gives each card its id, in their order: one's own cards are listed by it. */
export function withIds(batches: readonly (readonly CardRow[])[]): CardBatch[] {
  const ids = batches.flatMap((batch) => batch.map(() => newUlid())).sort();
  let next = 0;
  return batches.map((batch) => batch.map((row) => ({ ...row, id: ids[next++] ?? newUlid() })));
}

function bodyOf(batch: CardBatch, deck: string | undefined) {
  const cards = batch.map(({ id, title, content, picture }) => ({
    id,
    title,
    content,
    ...(deck && picture && { picture }),
  }));
  return { cards, ...(deck && { deck }) };
}

/** For administrators: into a chapter. */
export const intoChapter =
  (code: string, chapterId: string): SendBatch =>
  (batch, deck, signal) => {
    const params = { path: { code, chapterId } };
    const body = bodyOf(batch, deck);
    return payload(api.POST("/api/courses/{code}/chapters/{chapterId}/cards/import", { params, body, signal }));
  };

/** Among the student's own cards of a course, in a chapter or in none. */
export const intoOwn =
  (code: string, chapterId: string): SendBatch =>
  (batch, deck, signal) => {
    const body = { ...bodyOf(batch, deck), ...(chapterId && { chapterId }) };
    return payload(api.POST("/api/me/cards/{code}/import", { params: { path: { code } }, body, signal }));
  };

/** Removes cards of one chapter or course; those that are gone are passed over. At most `CARD_REMOVAL_MAX` at once. */
export type RemoveCards = (ids: string[]) => Promise<unknown>;

/** For administrators: from a chapter. */
export const fromChapter =
  (code: string, chapterId: string): RemoveCards =>
  (ids) => {
    const params = { path: { code, chapterId } };
    return payload(api.POST("/api/courses/{code}/chapters/{chapterId}/cards/remove", { params, body: { ids } }));
  };

/** From the student's own cards of a course. */
export const fromOwn =
  (code: string): RemoveCards =>
  (ids) =>
    payload(api.POST("/api/me/cards/{code}/remove", { params: { path: { code } }, body: { ids } }));
