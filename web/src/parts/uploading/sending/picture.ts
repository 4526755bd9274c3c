import type { PictureDeclaration, UploadTicket } from "@/data/uploads/uploads";
import type { UploadKind } from "./run";
import { uploadFile } from "./upload-file";

/** Uploads an image for a published item and waits until it is attached. Throws errors with user-facing messages. */
export function sendPicture(
  declare: (file: PictureDeclaration, signal: AbortSignal) => Promise<UploadTicket>,
  picture: File,
  signal: AbortSignal,
): Promise<string> {
  const kind: UploadKind<undefined> = {
    declare: (file, _fields, stop) => declare(file, stop),
    contentType: "application/octet-stream",
    inParts: false,
    resultOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added.", failed: "Failed to upload image.", refused: "Choose another picture." },
  };
  return uploadFile(picture, undefined, kind, () => undefined, signal);
}
