import type { SameThing } from "@/data/uploads/uploads";
import { newUlid } from "@/lib/text/ulid";
import { connection, interruptionCounter } from "./connection";
import { Interrupted, UploadError } from "./errors";
import { runUpload, type UploadKind } from "./run";

/** How much of one file has been sent, from 0 to 1; nothing while it is read or checked. */
export type FileProgress = number | undefined;

/** An upload's id, and how often it was tried. */
export interface UploadAttempt {
  id: string;
  attempt: number;
}

interface Options {
  /** Which upload this is, for one that is tried again. */
  upload?: UploadAttempt;
  /**
   * Called when the upload begins and stops to wait for the connection. Without it a broken connection is an error: a small
   * file is sent again in a moment.
   */
  onPaused?: (isPaused: boolean) => void;
  /** Asks which of these, that have the very same file, it is to be taken from. Without it the file is sent all the same. */
  onKnown?: ((things: readonly SameThing[]) => Promise<SameThing>) | undefined;
}

/**
 * Uploads one file on its own, without a list: answers with the id of what it became. Throws an error whose
 * message is for people. Calling it off throws the reason of `signal`.
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
      if (!(error instanceof Interrupted) || !onPaused || !mayWait(sentBytes)) throw error;
      connection.pause();
      onPaused(true);
      await connection.resumed(signal);
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
    let things: readonly SameThing[] = [];
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    void runUpload(
      upload,
      file,
      kind,
      (event) => {
        if (event.type === "sent") onProgress(event.sentBytes / file.size);
        else if (event.type === "known") things = event.things;
        else if (event.type === "arrived") onProgress(undefined);
        else if (event.type === "failed") reject(new UploadError(event.reason, event.retry));
        else if (event.type === "interrupted") reject(new Interrupted(event.reason, event.retry));
        else if (event.type === "published") {
          kind.onPublished();
          resolve(event.resultId);
        }
      },
      signal,
      onKnown && (() => onKnown(things)),
    );
  });
}
