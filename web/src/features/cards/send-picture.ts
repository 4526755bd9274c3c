import { api, payload } from "@/api/client";
import type { UploadKind } from "@/parts/uploading/run";
import { type FileProgress, uploadFile } from "@/parts/uploading/upload-file";

/** Where a card is. */
interface CardPlace {
  code: string;
  chapterId: string;
  cardId: string;
}

/** Said when a picture did not get onto its card, whatever the reason. */
export const FAILED = "Failed to upload image.";

/** How a picture becomes that of a card. */
function pictureOf(path: CardPlace): UploadKind<undefined> {
  return {
    declare: (file, _fields, signal) =>
      payload(
        api.POST("/api/courses/{code}/chapters/{chapterId}/cards/{cardId}/image", {
          params: { path: { ...path } },
          body: file,
          signal,
        }),
      ),
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added", failed: FAILED, refused: "Choose another picture." },
  };
}

/**
 * Sends a picture and waits until it is on the card. `onProgress` hears how much of it has been sent, from 0 to 1, and
 * nothing while it is read or checked. Throws an error whose message is for people.
 */
export function sendPicture(
  card: CardPlace,
  file: File,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  return uploadFile(file, undefined, pictureOf(card), onProgress, signal);
}
