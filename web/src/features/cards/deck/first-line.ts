import { withBlanks, withoutGaps } from "@/core/gap-text";
import type { CardSides } from "./flip-card";

/** Returns the first line of a card's front without gaps, Markdown emphasis and code marks. */
export const firstLineOf = ({ title }: Pick<CardSides, "title">): string =>
  withoutGaps(title)
    .trim()
    .split("\n")[0]
    ?.replace(/\*\*|`/g, "") ?? "";

/** Returns the same line with blanks or hints in place of the gaps, for names beside a card whose answer is hidden. */
export const firstQuestionLineOf = ({ title }: Pick<CardSides, "title">): string =>
  firstLineOf({ title: withBlanks(title) });
