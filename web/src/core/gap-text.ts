const BLANKS = /⸨([^⸩]*)⸩/g;
const GAPS = /\{\{c\d+::(.*?)(?:::(.*?))?\}\}/gs;

/**
 * Returns a text for names and titles without the syntax and the marks of gaps. It is not exact for gaps with code and
 * formulas; `gaps.ts` loads the rules that are.
 */
export const withoutGaps = (text: string): string =>
  text
    .replace(BLANKS, (_, hint: string) => `[${hint || "…"}]`)
    .replace(/[⸢⸣]/g, "")
    .replace(GAPS, "$1");

/** Returns a text in which marked blanks hide the gaps, with the same reservation. */
export const withBlanks = (text: string): string => text.replace(GAPS, (_, __, hint = "") => `⸨${hint}⸩`);
