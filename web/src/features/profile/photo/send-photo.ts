import { api, payload } from "@/api/client";
import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, uploadFile } from "@/parts/uploading/sending/upload-file";

export const FAILED = "Failed to upload profile picture";
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
 * Uploads an image and waits until it is the user's photo. `onProgress` gets values from 0 to 1, and `undefined` while
 * the file is hashed or checked. Throws errors with user-facing messages.
 */
export function sendPhoto(
  file: File,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  return uploadFile(file, undefined, photoKind, onProgress, signal);
}
