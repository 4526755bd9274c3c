import type { PictureDeclaration, UploadTicket } from "@/data/uploads/uploads";
import type { UploadKind } from "./run";
import { type FileProgress, uploadFile } from "./upload-file";

export const PICTURE_FAILED = "Failed to upload image.";

/**
 * Uploads an image and waits until the server has checked and attached it. `declare` creates the upload. `onProgress`
 * receives the sent fraction from 0 to 1, and `undefined` while the file is hashed or checked. Throws errors with
 * user-facing messages.
 */
export function uploadPicture(
  declare: (file: PictureDeclaration, signal: AbortSignal) => Promise<UploadTicket>,
  picture: File,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void = () => undefined,
): Promise<string> {
  const kind: UploadKind<undefined> = {
    declare: (file, _fields, stop) => declare(file, stop),
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added.", failed: PICTURE_FAILED, refused: "Choose another picture." },
  };
  return uploadFile(picture, undefined, kind, onProgress, signal);
}
