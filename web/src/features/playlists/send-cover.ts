import { api, payload } from "@/api/client";
import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, uploadFile } from "@/parts/uploading/sending/upload-file";

/** Said when a cover was not changed, whatever the reason. */
export const FAILED = "Failed to upload image.";

/** How a picture becomes the cover of playlist `id`. */
function coverOf(id: string): UploadKind<undefined> {
  return {
    declare: (file, _fields, signal) =>
      payload(api.POST("/api/playlists/{id}/cover", { params: { path: { id } }, body: file, signal })),
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Cover changed", failed: FAILED, refused: "Choose another picture." },
  };
}

/**
 * Sends a picture and waits until it is the cover. `onProgress` hears how much of it has been sent, from 0 to 1, and
 * nothing while it is read or checked. Throws an error whose message is for people.
 */
export function sendCover(
  playlistId: string,
  file: File,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  return uploadFile(file, undefined, coverOf(playlistId), onProgress, signal);
}
