import type { ReactNode } from "react";
import type { Sides } from "@/core/cards";
import type { CardBatch, SendBatch } from "@/data/cards/card-imports";
import type { Place } from "./split-import";
import type { Report } from "./undo";

/** Target of an import: a course's chapters or the student's personal cards. */
export interface ImportTarget {
  there: readonly Sides[];
  /** Maximum number of cards, including the existing ones. */
  max: number;
  /** Chapters with free capacity. `send` decides where the remaining cards go. */
  places?: readonly Place[];
  send: SendBatch;
  /** Deletes all imported cards and the chapters created for them. Can be retried after an error. */
  undo: (sent: readonly CardBatch[], report: Report) => Promise<void>;
  /** Returns a hint about where this many cards go. */
  remark?: (cards: number) => string | undefined;
  show: () => void;
  page: string;
  /** Path of the page that shows this many imported cards, if it differs from `page`. */
  pageAfter?: (cards: number) => string;
  choice?: (disabled: boolean) => ReactNode;
}
