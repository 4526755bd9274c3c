import { useEffect } from "react";
import type { AlbumId } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { albumKeys } from "@/data/albums/albums";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { getUpload, type Upload } from "@/data/uploads/uploads";
import { deleteCachedValue, readCachedValues, writeCachedValue } from "@/offline/cache/query-persister";
import { session } from "@/session/session";
import { toast } from "@/ui/feedback/toast";
import { isActiveUpload } from "./active-uploads";
import { addNotePicture, isFinalRefusal, refusalText } from "./note-picture";
import { isInterruption } from "./sending/errors";
import { lockedUploads } from "./sending/tab-locks";

/**
 * Images of album notes whose PDFs are not published yet. The server accepts an image only for a published note, so
 * this device stores the image until then, even if the tab is closed.
 */

/** The image of an unpublished upload. */
interface KeptPicture {
  uploadId: string;
  album: AlbumId;
  picture: File;
}

const PREFIX = "picture of upload ";

/** Stores an image. Returns false if this device cannot store it: on a shared computer, or without space. */
export const keepPicture = (kept: KeptPicture): Promise<boolean> => writeCachedValue(PREFIX + kept.uploadId, kept);

export const dropPicture = (uploadId: string): Promise<void> => deleteCachedValue(PREFIX + uploadId);

type ListedUpload = Pick<Upload, "id" | "status">;

/** Sends the stored images of published notes, except those whose uploads a tab is still running. */
async function sendKeptPictures(listed: readonly ListedUpload[] = []): Promise<void> {
  const unpublished = new Set(listed.flatMap(({ id, status }) => (status === "ready" ? [] : id)));
  const kept = (await readCachedValues(PREFIX)) as KeptPicture[];
  if (kept.length === 0) return;
  const end = new AbortController();
  const stopWatching = session.onEnd(() => end.abort(new Error("signed out")));
  try {
    const locked = await lockedUploads();
    for (const each of kept) {
      const { uploadId } = each;
      if (unpublished.has(uploadId) || isActiveUpload(uploadId) || locked.has(uploadId)) continue;
      await send(each, end.signal);
    }
  } finally {
    stopWatching();
  }
}

async function send({ uploadId, album, picture }: KeptPicture, signal: AbortSignal): Promise<void> {
  const upload = await getUpload(uploadId, signal).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  });
  // The upload was cancelled, or its file was deleted after a day.
  if (!upload) return dropPicture(uploadId);
  const { noteId, status, title } = upload;
  if (status !== "ready" || !noteId) return;
  try {
    if (await addNotePicture({ album, noteId }, picture, signal)) toast(`The picture of “${title}” was added.`);
  } catch (error) {
    if (signal.aborted || isInterruption(error)) throw error;
    const isFinal = isFinalRefusal(error);
    const isNoteDeleted = error instanceof ApiProblem && error.status === 404;
    if (!isNoteDeleted) {
      const next = isFinal ? "" : " This device will try it again.";
      // The same id makes the message of the next attempt replace this one.
      toast(`The picture of “${title}” was not added. ${refusalText(error)}${next}`, { kind: "error", id: uploadId });
    }
    if (!isFinal) return;
  }
  await dropPicture(uploadId);
  await invalidateInAllTabs(queryClient, albumKeys.album(album));
}

let sending = Promise.resolve();

/** Sends stored images when the page opens and whenever `uploads`, the list that the page shows, changes. */
export function useKeptPictures(uploads?: readonly ListedUpload[]): void {
  useEffect(() => {
    sending = sending
      .then(() => sendKeptPictures(uploads))
      .catch((error: unknown) => console.warn("A kept picture could not be sent now.", error));
  }, [uploads]);
}
