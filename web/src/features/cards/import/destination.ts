import type { ReactNode } from "react";
import type { SendBatch } from "@/api/card-imports";
import type { Sides } from "@/core/cards";

/** Where imported cards are to go. */
export interface Destination {
  /** The cards that are there. */
  there: readonly Sides[];
  /** How many there may be, with those. */
  max: number;
  send: SendBatch;
  /** Shows what has arrived. */
  show: () => void;
  /** The page with the cards. */
  page: string;
  /** What can be chosen about the place. */
  choice?: (disabled: boolean) => ReactNode;
}
