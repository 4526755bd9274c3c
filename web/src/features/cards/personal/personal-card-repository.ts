import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { CardSource, PersonalCard } from "@/api/models";
import {
  putPersonalCard,
  readPersonalCards,
  refreshPersonalCards,
  removePersonalCardImage,
} from "@/data/cards/personal-cards";
import type { CreatePictureUploadRequest } from "@/data/uploads/uploads";
import { uploadPicture } from "@/parts/uploading/sending/picture";
import { type CardRepository, checkCard, preloadRules } from "../editor/card-repository";

export const NO_PICTURE_OFFLINE = "You can add a picture when you're back online.";
const NO_NETWORK = "The picture was not added. Edit the card when you're back online.";

/**
 * Returns the writer for personal cards of a course. Text is saved on the device while offline; images need a
 * connection. `source` is the passage from which a new card is made.
 */
export function personalCardRepository(queries: QueryClient, code: string, source?: CardSource): CardRepository {
  preloadRules();
  /** Ids of the cards whose text the server has not confirmed. */
  const unsent = new Set<string>();
  const cardOf = async (id: string): Promise<PersonalCard | undefined> =>
    (await readPersonalCards(queries, code)).find((card) => card.id === id);
  return {
    async write({ id, version, fields, chapterId }) {
      await checkCard(fields);
      const before = await cardOf(id).catch(() => undefined);
      const { title, content, imageAlt } = fields;
      const image = before?.image && { ...before.image, alt: imageAlt };
      const origin = before ? before.source : source;
      const card: PersonalCard = {
        id,
        course: code,
        title,
        content,
        // Placeholder until the server assigns a version.
        version: 0,
        ...(chapterId && { chapterId }),
        ...(image && { image }),
        ...(origin && { source: origin }),
      };
      const outcome = await putPersonalCard(card, imageAlt, version || undefined);
      if (outcome.status !== "sent" || !("card" in outcome.result)) {
        unsent.add(id);
        return { version: 0, hasImage: image !== undefined };
      }
      unsent.delete(id);
      return { version: outcome.result.card.version, hasImage: outcome.result.card.image !== undefined };
    },
    async uploadPicture(id, file, onProgress, signal, replaces) {
      if (unsent.has(id) || !navigator.onLine) throw new Error(NO_NETWORK);
      const params = { path: { code, cardId: id } };
      const path = "/api/me/cards/{code}/{cardId}/image";
      const declare = (body: CreatePictureUploadRequest, stop: AbortSignal) =>
        unwrap(
          api.POST(path, { params, body: { ...body, ...(replaces !== undefined && { replaces }) }, signal: stop }),
        );
      await uploadPicture(declare, file, signal, onProgress);
      await refreshPersonalCards(queries, code);
    },
    async removePicture(id, replaces) {
      if (unsent.has(id) || !navigator.onLine) throw new Error(NO_NETWORK);
      const card = await cardOf(id);
      if (card) await removePersonalCardImage(queries, card, replaces);
    },
    changedMeanwhile:
      "Your unsaved text was restored, but you have changed this card on another device since. Saving replaces that text.",
    conflict:
      "You changed this card on another device. Reload the page to see the latest version; your text is still here.",
  };
}
