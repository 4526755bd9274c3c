import { api, unwrap } from "@/api/client";
import type { CardRow } from "@/core/cards";
import { newUlid } from "@/lib/text/ulid";

/** Cards of one import request. The ids are generated here, so that a retry creates no duplicates. */
export type CardBatch = readonly (CardRow & { id: string })[];

/** Sends a batch to the destination of the cards. Sending one twice changes nothing. `deck` is the upload with their images. */
type SendBatch = (batch: CardBatch, deck: string | undefined, signal: AbortSignal) => Promise<unknown>;

/** Assigns ascending ids to the cards, because personal cards are sorted by id. */
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

/** Imports into a chapter. Administrators only. */
export const chapterImporter =
  (code: string, chapterId: string): SendBatch =>
  (batch, deck, signal) => {
    const params = { path: { code, chapterId } };
    const body = bodyOf(batch, deck);
    return unwrap(api.POST("/api/courses/{code}/chapters/{chapterId}/cards/import", { params, body, signal }));
  };

/** Imports into the student's personal cards of a course, with or without a chapter. */
export const personalCardsImporter =
  (code: string, chapterId: string): SendBatch =>
  (batch, deck, signal) => {
    const body = { ...bodyOf(batch, deck), ...(chapterId && { chapterId }) };
    return unwrap(api.POST("/api/me/cards/{code}/import", { params: { path: { code } }, body, signal }));
  };

/** Deletes cards of one chapter or course, at most `CARD_REMOVAL_MAX` at once. Cards that do not exist are skipped. */
export type RemoveCardsFn = (ids: string[]) => Promise<unknown>;

/** Deletes cards of a chapter. Administrators only. */
export const chapterRemover =
  (code: string, chapterId: string): RemoveCardsFn =>
  (ids) => {
    const params = { path: { code, chapterId } };
    return unwrap(api.POST("/api/courses/{code}/chapters/{chapterId}/cards/remove", { params, body: { ids } }));
  };

/** Deletes personal cards of a course. */
export const personalCardsRemover =
  (code: string): RemoveCardsFn =>
  (ids) =>
    unwrap(api.POST("/api/me/cards/{code}/remove", { params: { path: { code } }, body: { ids } }));
