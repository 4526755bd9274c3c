import type { AlbumId } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { createAlbumPictureUpload } from "@/data/uploads/uploads";
import { UploadError } from "./sending/errors";
import { uploadPicture } from "./sending/picture";

interface AlbumNoteTarget {
  album: AlbumId;
  noteId: string;
}

/**
 * Uploads the image of a new album note. Returns false and changes nothing if the note already has an image, for
 * example from another tab.
 *
 * @throws the `ApiProblem` of a rejected request, otherwise the errors of `uploadPicture`.
 */
export async function addNotePicture(target: AlbumNoteTarget, picture: File, signal: AbortSignal): Promise<boolean> {
  let refusal: ApiProblem | undefined;
  try {
    await uploadPicture(
      (file, stop) =>
        createAlbumPictureUpload(target, { ...file, replaces: "" }, stop).catch((error: unknown) => {
          if (error instanceof ApiProblem) refusal = error;
          throw error;
        }),
      picture,
      signal,
    );
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    if (refusal?.code === "conflict") return false;
    throw refusal ?? error;
  }
}

/** Statuses with which the API rejects an image that it will never accept. */
const FINAL_STATUSES = new Set([400, 404, 422]);

/** Returns true if the server will not accept the picture later either. */
export function isFinalRefusal(error: unknown): boolean {
  if (error instanceof ApiProblem) return FINAL_STATUSES.has(error.status);
  return error instanceof UploadError && error.retry === "none";
}

/** Returns the reason why the image was not added, as a text for the user. */
export const refusalText = (error: unknown): string =>
  error instanceof UploadError ? error.message : problemText(error);
