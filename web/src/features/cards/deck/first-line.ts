import { withoutGaps } from "@/core/gap-text";
import type { CardSides } from "./flip-card";

/** Returns the first line of a card's front without gaps, Markdown emphasis and code marks. */
export const firstLineOf = ({ title }: Pick<CardSides, "title">): string =>
  withoutGaps(title)
    .trim()
    .split("\n")[0]
    ?.replace(/\*\*|`/g, "") ?? "";
