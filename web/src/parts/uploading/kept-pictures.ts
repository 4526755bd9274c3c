import { useEffect } from "react";
import type { AlbumId } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { albumKeys } from "@/data/albums/albums";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import { createAlbumPictureUpload, getUpload } from "@/data/uploads/uploads";
import {
  currentOfflineCache,
  deleteCachedValue,
  readCachedValues,
  writeCachedValue,
} from "@/offline/cache/query-persister";
import { session } from "@/session/session";
import { toast } from "@/ui/feedback/toast";
import { isActiveUpload } from "./active-uploads";
import { isInterruption } from "./sending/errors";
import { uploadPicture } from "./sending/picture";
import { lockedUploads } from "./sending/tab-locks";

/**
 * Pictures of album notes whose PDFs are not published yet. The server accepts a picture only for a published note, so
 * this device keeps it until then, also if the tab is closed.
 */

/** The picture of an unpublished upload. */
interface KeptPicture {
  uploadId: string;
  album: AlbumId;
  picture: File;
}

const PREFIX = "picture of upload ";

/** Whether this device keeps pictures. On a shared computer nothing is stored. */
export const canKeepPictures = (): boolean => currentOfflineCache() !== undefined;

export const keepPicture = (kept: KeptPicture): void => writeCachedValue(PREFIX + kept.uploadId, kept);

export const dropPicture = (uploadId: string): Promise<void> => deleteCachedValue(PREFIX + uploadId);

/** Sends the kept pictures of published notes, except those whose uploads a tab is still running. */
async function sendKeptPictures(): Promise<void> {
  const kept = (await readCachedValues(PREFIX)) as KeptPicture[];
  if (kept.length === 0) return;
  const end = new AbortController();
  const stopWatching = session.onEnd(() => end.abort(new Error("signed out")));
  try {
    const locked = await lockedUploads();
    for (const each of kept) {
      if (isActiveUpload(each.uploadId) || locked.has(each.uploadId)) continue;
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
    // Without a picture of the note, so that a newer one is not replaced.
    await uploadPicture(
      (file, stop) => createAlbumPictureUpload({ album, noteId }, { ...file, replaces: "" }, stop),
      picture,
      signal,
    );
    toast(`The picture of “${title}” was added.`);
  } catch (error) {
    if (signal.aborted || isInterruption(error)) throw error;
    if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 409))) {
      toast(`The picture of “${title}” was not added. ${problemText(error)}`, { kind: "error" });
    }
  }
  await dropPicture(uploadId);
  await invalidateInAllTabs(queryClient, albumKeys.album(album));
}

let sending = Promise.resolve();

/** Sends kept pictures when the page opens and whenever `uploads` changes. */
export function useKeptPictures(uploads?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list may have a published note.
  useEffect(() => {
    sending = sending
      .then(sendKeptPictures)
      .catch((error: unknown) => console.warn("A kept picture could not be sent now.", error));
  }, [uploads]);
}
