const BLANKS = /⸨([^⸩]*)⸩/g;

/** Matches the opening of a gap, and the text up to the next opening, which contains the end of the gap. */
const GAPS = /\{\{c\d+::((?:(?!\{\{c\d+::).)*)/gs;
const HINT = "::";
const END = "}}";

/** Characters that can keep the text of a gap together although it contains `::` or `}}`. */
const PROTECTING = /[`$\\]/;

/**
 * Returns a text for names and titles without the syntax and the marks of gaps. It is not exact for gaps with code and
 * formulas; `gaps.ts` loads the rules that are.
 */
export const withoutGaps = (text: string): string =>
  text
    .replace(BLANKS, (_, hint: string) => `[${hint || "…"}]`)
    .replace(/[⸢⸣]/g, "")
    .replace(GAPS, (whole, rest: string) => {
      const end = rest.indexOf(END);
      return end < 0 ? whole : rest.slice(0, end).split(HINT, 1)[0] + rest.slice(end + END.length);
    });

/**
 * Returns a text in which marked blanks hide the gaps. Where code or a formula may contain the end of a gap, the blank
 * has no hint and hides more than the gap rather than less.
 */
export const withBlanks = (text: string): string =>
  text.replace(GAPS, (whole, rest: string) => {
    const isProtected = PROTECTING.test(rest);
    const end = isProtected ? rest.lastIndexOf(END) : rest.indexOf(END);
    if (end < 0) return isProtected ? "⸨⸩" : whole;
    const hint = isProtected ? "" : rest.slice(0, end).split(HINT).slice(1).join(HINT);
    return `⸨${hint}⸩${rest.slice(end + END.length)}`;
  });
