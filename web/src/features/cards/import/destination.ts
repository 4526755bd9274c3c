import type { ReactNode } from "react";
import type { SendBatch } from "@/api/card-imports";
import type { Sides } from "@/core/cards";

/** Where imported cards are to go. */
export interface Destination {
  /** The cards that are there. */
  there: readonly Sides[];
  /** How many there may be, with those. */
  max: number;
  /** How many cards of one import the place itself takes; what is beyond goes where `send` brings it. */
  room?: number;
  send: SendBatch;
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
