import { loadCards } from "@/core/cards";
import { type ConvertedDeck, createDeckUpload, readDeck } from "@/data/cards/decks";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, type UploadAttempt, uploadFile } from "@/parts/uploading/sending/upload-file";

const deckKind: UploadKind<undefined> = {
  create: (file, _, signal) => createDeckUpload(file, signal),
  contentType: "application/octet-stream",
  isMultipart: false,
  resultIdOf: (upload) => upload.id,
  onPublished: () => undefined,
  texts: { done: "Deck read", failed: "The deck could not be read.", rejected: "This deck cannot be read." },
};

export const isDeck = (file: File): boolean => /\.(apkg|colpkg)$/i.test(file.name);

/**
 * Uploads a deck, waits until the server has read it, and returns its cards. Throws an error with a message for the
 * user.
 */
export async function uploadDeck(
  file: File,
  upload: UploadAttempt,
  onProgress: (progress: FileProgress) => void,
  onPaused: (isPaused: boolean) => void,
  signal: AbortSignal,
): Promise<ConvertedDeck> {
  if (!navigator.onLine)
    throw new UploadError("You're offline. Decks are read on the server; try again when you're back online.");
  // If the rules fail to load, the server validates the file.
  const rules = await loadCards().catch(() => undefined);
  const [wrong] = rules?.validateDeckFile(file.name, file.size) ?? [];
  if (wrong) throw new UploadError(wrong.message, "none");
  const id = await uploadFile(file, undefined, deckKind, onProgress, signal, { upload, onPaused });
  return readDeck(id, signal);
}
