import { withoutGaps } from "@/core/gap-text";

/** Matches a formula between dollar signs. */
const FORMULA = /\$\$[\s\S]+?\$\$|\$[^$\n]+\$/g;

export const hasFormula = (markdown: string): boolean => markdown.search(FORMULA) >= 0;

const LIST_NUMBER = /^\s{0,3}\d+[.)]\s+/gm;

/** Removes the numbers of a list. A single one may be a date, as in `3. Mai`. */
const withoutListNumbers = (text: string) =>
  (text.match(LIST_NUMBER)?.length ?? 0) > 1 ? text.replace(LIST_NUMBER, "") : text;

/** Removes Markdown marks from text without formulas. */
const withoutMarks = (text: string) =>
  withoutListNumbers(text)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s{0,3}(?:#{1,6}|>|[-*+])\s+/gm, "")
    .replace(/(\*\*|__|~~|`+)(.+?)\1/g, "$2")
    .replace(/(^|[^\p{L}\p{N}])([*_])(?=\S)(.+?)\2(?![\p{L}\p{N}])/gu, "$1$3")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");

/** Returns the text of one side of a card without Markdown and gaps. Formulas stay as TeX source. */
export function plainText(side: string): string {
  const markdown = withoutGaps(side);
  let text = "";
  let from = 0;
  for (const { 0: formula, index } of markdown.matchAll(FORMULA)) {
    text += withoutMarks(markdown.slice(from, index)) + formula.replace(/^\$+|\$+$/g, "");
    from = index + formula.length;
  }
  return (text + withoutMarks(markdown.slice(from))).replace(/\s+/g, " ").trim();
}
