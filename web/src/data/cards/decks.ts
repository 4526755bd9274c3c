import { api, unwrap } from "@/api/client";
import type { DeckCard } from "@/core/cards";
import type { UploadFileInfo, UploadTicket } from "../uploads/uploads";

/** Content of a deck that cannot be imported. */
export interface SkippedContent {
  text: string;
  count: number;
  /** The first few skipped items, named as in Anki. */
  examples: readonly string[];
}

/** An Anki deck that the server has converted. */
export interface ConvertedDeck {
  /** Id of the upload, by which requests refer to the images. */
  id: string;
  cards: DeckCard[];
  skipped: SkippedContent[];
}

/** File that the server writes after converting a deck. */
interface DeckFile {
  cards: DeckCard[];
  leftOut: SkippedContent[];
}

/** Creates an upload for an Anki deck file. */
export function createDeckUpload(
  { id, fileName, sizeBytes, sha256 }: UploadFileInfo,
  signal: AbortSignal,
): Promise<UploadTicket> {
  return unwrap(api.POST("/api/decks", { body: { id, fileName, sizeBytes, sha256 }, signal }));
}

/** Returns the cards of an uploaded and converted deck. */
export async function readDeck(id: string, signal: AbortSignal): Promise<ConvertedDeck> {
  const { url } = await unwrap(api.GET("/api/decks/{id}", { params: { path: { id } }, signal }));
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The cards of a deck could not be loaded (${response.status}).`);
  const { cards, leftOut } = (await response.json()) as DeckFile;
  return { id, cards, skipped: leftOut };
}
