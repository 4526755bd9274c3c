import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { StudyChapter } from "@/api/models";
import { cacheChapter, createCard, editCard, removeCardImage } from "@/data/cards/chapters";
import type { CreatePictureUploadRequest } from "@/data/uploads/uploads";
import { uploadPicture } from "@/parts/uploading/sending/picture";
import type { CardRepository } from "./card-repository";

/** Returns the writer for the cards of a chapter. Only for administrators. */
export function chapterCardRepository(queries: QueryClient, code: string, chapterId: string): CardRepository {
  const show = (chapter?: StudyChapter) => cacheChapter(queries, code, chapterId, chapter);
  return {
    async write({ id, version, fields, order }) {
      const now =
        version === undefined
          ? await createCard(code, chapterId, id, fields, order)
          : await editCard(code, chapterId, id, version, fields);
      show(now);
      const written = now.cards.find((each) => each.id === id);
      return { version: written?.version ?? 1, hasImage: written?.image !== undefined };
    },
    async uploadPicture(cardId, file, onProgress, signal, replaces) {
      const params = { path: { code, chapterId, cardId } };
      const path = "/api/courses/{code}/chapters/{chapterId}/cards/{cardId}/image";
      const declare = (body: CreatePictureUploadRequest, stop: AbortSignal) =>
        unwrap(
          api.POST(path, { params, body: { ...body, ...(replaces !== undefined && { replaces }) }, signal: stop }),
        );
      await uploadPicture(declare, file, signal, onProgress);
      show();
    },
    async removePicture(id, replaces) {
      show(await removeCardImage(code, chapterId, id, replaces));
    },
    changedMeanwhile:
      "Your unsaved text was restored, but someone else has changed this card since. Saving replaces their text.",
    conflict: "Someone else changed this card. Reload the page to see the latest version; your text is still here.",
  };
}
