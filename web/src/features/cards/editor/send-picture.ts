import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, uploadFile } from "@/parts/uploading/sending/upload-file";

/** Said when a picture did not get onto its card, whatever the reason. */
export const FAILED = "Failed to upload image.";

type Declare = UploadKind<undefined>["declare"];

/** How a picture becomes that of a card. */
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
 * Sends a picture, which `declare` announces for its card, and waits until it is there. `onProgress` hears how much of it
 * has been sent, from 0 to 1, and nothing while it is read or checked. Throws an error whose message is for people.
 */
export function sendPicture(
  declare: Declare,
  file: File,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  return uploadFile(file, undefined, pictureOf(declare), onProgress, signal);
}
