import type { ReactNode } from "react";
import type { Sides } from "@/core/cards";
import type { CardBatch } from "@/data/cards/card-imports";
import type { ImportProgress } from "./import-progress";
import type { ReportProgress } from "./undo";

/** A chapter for imported cards and the number of cards that still fit. */
export interface ChapterCapacity {
  id: string;
  freeCards: number;
}

/** Target of an import: a course's chapters or the student's personal cards. */
export interface ImportTarget {
  existingCards: readonly Sides[];
  /** Maximum number of cards, including the existing ones. */
  max: number;
  /** Chapters with free capacity. `send` decides where the remaining cards go. */
  places?: readonly ChapterCapacity[];
  /**
   * Adds a batch to `sent` and sends it. Sending one twice changes nothing. `deck` is the upload with their images,
   * `before` the number of cards in earlier batches.
   */
  send: (
    batch: CardBatch,
    deck: string | undefined,
    signal: AbortSignal,
    before: number,
    sent: ImportProgress,
  ) => Promise<unknown>;
  /** Deletes all sent cards and the chapters created for them. Can be retried after an error. */
  undo: (sent: ImportProgress, report: ReportProgress) => Promise<void>;
  /** Returns a hint about where this many cards go. */
  capacityHint?: (cards: number) => string | undefined;
  onImported: () => void;
  /** Path of the page that shows the cards. */
  page: string;
  /** Path by which an interrupted import is recognised, if it differs from `page`. */
  id?: string;
  /** Path of the page that shows this many imported cards, if it differs from `page`. */
  pageAfter?: (cards: number) => string;
  choice?: (disabled: boolean) => ReactNode;
}
