import { api, payload } from "@/api/client";
import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, uploadFile } from "@/parts/uploading/sending/upload-file";

/** Said when a photo was not changed, whatever the reason. */
export const FAILED = "Failed to upload profile picture";
/** Said when it was. */
export const DONE = "Profile picture updated successfully!";

const photoKind: UploadKind<undefined> = {
  declare: (file, _fields, signal) => payload(api.POST("/api/me/photo", { body: file, signal })),
  contentType: "application/octet-stream",
  inParts: false,
  resultOf: (upload) => upload.id,
  onPublished: () => undefined,
  texts: { done: DONE, failed: FAILED, refused: "Choose another picture." },
};

/**
 * Sends a picture and waits until it is one's photo. `onProgress` hears how much of it has been sent, from 0 to 1, and
 * nothing while it is read or checked. Throws an error whose message is for people.
 */
export function sendPhoto(
  file: File,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  return uploadFile(file, undefined, photoKind, onProgress, signal);
}
