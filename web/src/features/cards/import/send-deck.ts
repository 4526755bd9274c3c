import { loadCards } from "@/core/cards";
import { declareDeck, type ReadDeck, readDeck } from "@/data/cards/decks";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { UploadKind } from "@/parts/uploading/sending/run";
import { type FileProgress, type UploadAttempt, uploadFile } from "@/parts/uploading/sending/upload-file";

const deckKind: UploadKind<undefined> = {
  declare: (file, _, signal) => declareDeck(file, signal),
  contentType: "application/octet-stream",
  inParts: false,
  resultOf: (upload) => upload.id,
  onPublished: () => undefined,
  texts: { done: "Deck read", failed: "The deck could not be read.", refused: "This deck cannot be read." },
};

/** Anki's files are zip files with a name of their own. */
export const isDeck = (file: File): boolean => /\.(apkg|colpkg)$/i.test(file.name);

/** Sends a deck, waits until it was read, and answers its cards. Throws an error whose message is for people. */
export async function sendDeck(
  file: File,
  upload: UploadAttempt,
  onProgress: (progress: FileProgress) => void,
  onPaused: (isPaused: boolean) => void,
  signal: AbortSignal,
): Promise<ReadDeck> {
  if (!navigator.onLine)
    throw new UploadError("You are offline. A deck is read by the server: try it again when you are back.");
  // Where the rules do not come, the server says it later.
  const rules = await loadCards().catch(() => undefined);
  const [wrong] = rules?.validateDeckFile(file.name, file.size) ?? [];
  if (wrong) throw new UploadError(wrong.message, "none");
  const id = await uploadFile(file, undefined, deckKind, onProgress, signal, { upload, onPaused });
  return readDeck(id, signal);
}
