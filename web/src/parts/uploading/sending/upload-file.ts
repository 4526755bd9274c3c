import type { DuplicateItem } from "@/data/uploads/uploads";
import { newUlid } from "@/lib/text/ulid";
import { interruptionCounter, uploadConnection } from "./connection";
import { InterruptedError, UploadError } from "./errors";
import { runUpload, type UploadKind } from "./run";

/** Progress of one file from 0 to 1; `undefined` while it is hashed or checked. */
export type FileProgress = number | undefined;

export interface UploadAttempt {
  id: string;
  attempt: number;
}

interface Options {
  /** Upload to retry; by default a new one. */
  upload?: UploadAttempt;
  /**
   * Called when the upload starts or continues, and when it pauses for the connection. If it is undefined, an
   * interruption is an error, which is acceptable for small files.
   */
  onPaused?: (isPaused: boolean) => void;
  /** Asks which of the items with the same file to reuse. If it is undefined, the file is always sent. */
  onKnown?: ((duplicates: readonly DuplicateItem[]) => Promise<DuplicateItem>) | undefined;
}

/**
 * Uploads one file without a queue and returns the id of the published item. Throws errors with user-facing messages,
 * or the reason of `signal` when it is aborted.
 */
export async function uploadFile<Fields>(
  file: File,
  fields: Fields,
  kind: UploadKind<Fields>,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
  { upload = { id: newUlid(), attempt: 1 }, onPaused, onKnown }: Options = {},
): Promise<string> {
  const mayWait = interruptionCounter();
  let sentBytes = 0;
  const onSent = (progress: FileProgress) => {
    if (progress !== undefined) sentBytes = progress * file.size;
    onProgress(progress);
  };
  for (let { attempt } = upload; ; attempt += 1) {
    try {
      return await uploadOnce({ id: upload.id, attempt, fields }, file, kind, onSent, signal, onKnown);
    } catch (error) {
      if (!(error instanceof InterruptedError) || !onPaused || !mayWait(sentBytes)) throw error;
      uploadConnection.pause();
      onPaused(true);
      await uploadConnection.whenResumed(signal);
      onPaused(false);
    }
  }
}

function uploadOnce<Fields>(
  upload: UploadAttempt & { fields: Fields },
  file: File,
  kind: UploadKind<Fields>,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
  onKnown: Options["onKnown"],
): Promise<string> {
  return new Promise((resolve, reject) => {
    let duplicates: readonly DuplicateItem[] = [];
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    void runUpload(
      upload,
      file,
      kind,
      (event) => {
        if (event.type === "sent") onProgress(event.sentBytes / file.size);
        else if (event.type === "known") duplicates = event.duplicates;
        else if (event.type === "arrived") onProgress(undefined);
        else if (event.type === "failed") reject(new UploadError(event.reason, event.retry));
        else if (event.type === "interrupted") reject(new InterruptedError(event.reason, event.retry));
        else if (event.type === "published") {
          kind.onPublished();
          resolve(event.resultId);
        }
      },
      signal,
      onKnown && { askForSource: () => onKnown(duplicates) },
    );
  });
}
