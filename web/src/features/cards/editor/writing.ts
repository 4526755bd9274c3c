import type { StudyCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { loadCards } from "@/core/cards";
import type { CardFields } from "@/data/cards/study";
import type { FileProgress } from "@/parts/uploading/sending/upload-file";

/** A card as the editor begins with it. */
export type EditedCard = Pick<StudyCard, "id" | "title" | "content" | "image" | "version"> & {
  /** Its place among the others, from 1; none where cards have no order. */
  order?: number;
  chapterId?: string | undefined;
};

/** What is written of a card. */
export interface Written {
  id: string;
  /** The version that an edit is based on; none of a card that is new. */
  version: number | undefined;
  fields: CardFields;
  /** Its place, where it has one and it was named. */
  order: number | undefined;
  /** Its chapter, where that can be chosen; empty for none. */
  chapterId: string;
}

/** How cards of one kind are kept: the editor is the same for all. */
export interface CardWriter {
  /** Writes the text; a card that is written again is the same. Answers its version, and whether it shows a picture. */
  write: (card: Written) => Promise<{ version: number; hasImage: boolean }>;
  /** Sends a picture and waits until it is on the card. Throws an error whose message is for people. */
  sendPicture: (
    id: string,
    file: File,
    onProgress: (progress: FileProgress) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  removePicture: (id: string) => Promise<void>;
  /** Said when the card is another one on the server by now. */
  conflict: string;
  /** Said when what was typed before is back, of a card that is another one by now. */
  changedMeanwhile: string;
}

/** Fetches the rules of cards while one is written, so that they are there when the network is not. */
export const prepareRules = () => void loadCards().catch(() => undefined);

/** Refuses what the server would refuse, also without a network. */
export async function checkCard({ title, content, imageAlt }: CardFields): Promise<void> {
  const failing = await loadCards().then(
    (rules) => rules.validateCardDraft(title, content, imageAlt),
    // Where the rules do not come, the server says it later.
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
