import { type CreatePictureUploadRequest, cancelUpload, type UploadTicket } from "@/data/uploads/uploads";
import { newUlid } from "@/lib/text/ulid";
import type { UploadKind } from "./run";
import { type FileProgress, uploadFile } from "./upload-file";

export const PICTURE_FAILED = "Failed to upload image.";

/**
 * Uploads an image and waits until the server has checked and attached it. `create` creates the upload. `onProgress`
 * receives the sent fraction from 0 to 1, and `undefined` while the file is hashed or checked. An aborted upload is
 * withdrawn, so that it does not conflict with the next image. Throws errors with user-facing messages.
 */
export async function uploadPicture(
  create: (file: CreatePictureUploadRequest, signal: AbortSignal) => Promise<UploadTicket>,
  picture: File,
  signal: AbortSignal,
  onProgress: (progress: FileProgress) => void = () => undefined,
): Promise<string> {
  const kind: UploadKind<undefined> = {
    create: (file, _fields, stop) => create(file, stop),
    contentType: "application/octet-stream",
    isMultipart: false,
    resultIdOf: (upload) => upload.id,
    onPublished: () => undefined,
    texts: { done: "Picture added.", failed: PICTURE_FAILED, rejected: "Choose another picture." },
  };
  const upload = { id: newUlid(), attempt: 1 };
  try {
    return await uploadFile(picture, undefined, kind, onProgress, signal, { upload });
  } catch (error) {
    if (signal.aborted) void cancelUpload(upload.id).catch(() => undefined);
    throw error;
  }
}
