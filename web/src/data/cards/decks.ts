import { api, payload } from "@/api/client";
import type { DeckCard } from "@/core/cards";
import type { FileDeclaration, UploadTicket } from "../uploads/uploads";

/** Something in a deck that there is no place for. */
export interface LeftOut {
  text: string;
  count: number;
  /** The first few, as people find them in Anki. */
  examples: readonly string[];
}

/** A deck of Anki that the server has read. */
export interface ReadDeck {
  /** The upload, which requests name for the pictures. */
  id: string;
  cards: DeckCard[];
  leftOut: LeftOut[];
}

/** Declares a file of cards that Anki wrote. */
export function declareDeck(
  { id, fileName, sizeBytes, sha256 }: FileDeclaration,
  signal: AbortSignal,
): Promise<UploadTicket> {
  return payload(api.POST("/api/decks", { body: { id, fileName, sizeBytes, sha256 }, signal }));
}

/** What is in a deck that was sent and read. */
export async function readDeck(id: string, signal: AbortSignal): Promise<ReadDeck> {
  const { url } = await payload(api.GET("/api/decks/{id}", { params: { path: { id } }, signal }));
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The cards of a deck could not be loaded (${response.status}).`);
  const { cards, leftOut } = (await response.json()) as Omit<ReadDeck, "id">;
  return { id, cards, leftOut };
}
