import type { ReactNode } from "react";
import type { Sides } from "@/core/cards";
import type { CardBatch, SendBatch } from "@/data/cards/card-imports";
import type { Place } from "./spread";
import type { Report } from "./undo";

/** Where imported cards are to go. */
export interface Destination {
  /** The cards that are there. */
  there: readonly Sides[];
  /** How many there may be, with those. */
  max: number;
  /** The chapters with room for cards of the import; what is beyond goes where `send` brings it. */
  places?: readonly Place[];
  send: SendBatch;
  /** Removes all that was sent, with the chapters that were made for it. Can be called again after an error. */
  undo: (sent: readonly CardBatch[], report: Report) => Promise<void>;
  /** A sentence about where so many cards go. */
  remark?: (cards: number) => string | undefined;
  /** Shows what has arrived. */
  show: () => void;
  /** The page with the cards. */
  page: string;
  /** The page that shows so many imported ones, if that is another. */
  pageAfter?: (cards: number) => string;
  /** What can be chosen about the place. */
  choice?: (disabled: boolean) => ReactNode;
}
