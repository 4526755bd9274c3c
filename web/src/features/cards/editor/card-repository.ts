import type { StudyCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { loadCards } from "@/core/cards";
import type { CardFields } from "@/data/cards/chapters";
import type { FileProgress } from "@/parts/uploading/sending/upload-file";

export type EditableCard = Pick<StudyCard, "id" | "title" | "content" | "image" | "version"> & {
  /** Position in the chapter, from 1; `undefined` if the cards have no order. */
  order?: number;
  chapterId?: string | undefined;
};

/** A card to save. */
export interface CardDraft {
  id: string;
  /** Version that the edit is based on; `undefined` for a new card. */
  version: number | undefined;
  fields: CardFields;
  /** Requested position of a new card in its chapter; `undefined` for the end. */
  order: number | undefined;
  chapterId: string;
}

/** Storage of one kind of cards. The editor is the same for all kinds. */
export interface CardRepository {
  /** Saves the text. Idempotent for each card id. */
  write: (card: CardDraft) => Promise<{ version: number; hasImage: boolean }>;
  /**
   * Uploads an image and waits until it is on the card. `replaces` is the URL of the image that the user saw, empty if
   * there was none; `undefined` replaces any image. Throws an error with a message for the user.
   */
  uploadPicture: (
    id: string,
    file: File,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
    replaces: string | undefined,
  ) => Promise<void>;
  /** Removes the image; `replaces` is as for `uploadPicture`. */
  removePicture: (id: string, replaces: string | undefined) => Promise<void>;
  conflict: string;
  /** Message if a draft is restored but the card has a newer version. */
  changedMeanwhile: string;
}

/** Loads the validation rules early, so that they are available if the network fails. */
export const preloadRules = () => void loadCards().catch(() => undefined);

/** Validates a card by the rules of the server, also offline. Throws an `ApiProblem` with the invalid fields. */
export async function checkCard({ title, content, imageAlt }: CardFields): Promise<void> {
  const failing = await loadCards().then(
    (rules) => rules.validateCardDraft(title, content, imageAlt),
    // If the rules fail to load, the server validates.
    () => [],
  );
  if (failing.length === 0) return;
  throw new ApiProblem({
    code: "validation",
    status: 422,
    detail: "Some of the input needs attention",
    fields: failing,
  });
}
