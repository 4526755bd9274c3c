import type { CardFaces } from "./flip-card";

/** The front of a card on one line: its first one, without the marks of emphasis and code. */
export const lineOf = ({ title }: Pick<CardFaces, "title">): string =>
  title
    .trim()
    .split("\n")[0]
    ?.replace(/\*\*|`/g, "") ?? "";
