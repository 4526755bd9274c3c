import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, uploadFile } from "@/parts/uploading/sending/upload-file";

export const FAILED = "Failed to upload image.";

type Declare = UploadKind<undefined>["declare"];

function pictureOf(declare: Declare): UploadKind<undefined> {
  return {
    declare,
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added", failed: FAILED, refused: "Choose another picture." },
  };
}

/**
 * Uploads an image and waits until the server has added it to its card. `declare` creates the upload. `onProgress`
 * receives the sent fraction from 0 to 1, and `undefined` while the file is read or checked. Throws an error with a
 * message for the user.
 */
export function sendPicture(
  declare: Declare,
  file: File,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  return uploadFile(file, undefined, pictureOf(declare), onProgress, signal);
}
