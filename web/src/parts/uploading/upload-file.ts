import { newUlid } from "@/lib/ulid";
import { UploadError } from "./errors";
import { runUpload, type UploadKind } from "./run";

/** How much of one file has been sent, from 0 to 1; nothing while it is read or checked. */
export type FileProgress = number | undefined;

/**
 * Uploads one file on its own, without a list: answers with the id of what it became. Throws an error whose
 * message is for people. Calling it off throws the reason of `signal`. Who tries again says which upload it is.
 */
export async function uploadFile<Fields>(
  file: File,
  fields: Fields,
  kind: UploadKind<Fields>,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
  upload: { id: string; attempt: number } = { id: newUlid(), attempt: 1 },
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    void runUpload(
      { ...upload, fields },
      file,
      kind,
      (event) => {
        if (event.type === "sent") onProgress(event.sentBytes / file.size);
        else if (event.type === "arrived") onProgress(undefined);
        else if (event.type === "failed") reject(new UploadError(event.reason, event.retry));
        else if (event.type === "published") {
          kind.onPublished();
          resolve(event.resultId);
        }
      },
      signal,
    );
  });
}
