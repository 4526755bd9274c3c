import { hasFormula, plainText } from "./plain-text";

/** Whether accents and letter case count. If they do, a typed answer that differs only in them is graded `hard`. */
export interface TypedRules {
  accents: boolean;
  letterCase: boolean;
}

/** Difference between a typed answer that is accepted as right and the answer on the card. */
export type Difference = "accents" | "case" | "accents and case" | "typo";

export interface Grade {
  rating: "again" | "hard" | "good";
  /** Reason for `hard`. */
  difference?: Difference | undefined;
}

/** Letters whose accent is not a combining mark in Unicode. */
const PLAIN: Record<string, string> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ı: "i" };
const PLAIN_LETTERS = /[ßøæœłđı]/gi;

/**
 * Removes Latin, Greek and Cyrillic accents. Marks of other scripts, as in が and か, distinguish letters and stay, as do
 * those of symbols: ≠ is = with a mark.
 */
function withoutAccents(text: string): string {
  const base = text.normalize("NFD").replace(/(\p{L})[\u0300-\u036f]+/gu, "$1");
  return base.normalize("NFC").replace(PLAIN_LETTERS, (letter) => {
    const plain = PLAIN[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? plain : plain.toUpperCase();
  });
}

/**
 * Unifies widths, quotes, dashes and spaces, and removes punctuation at the end. An exclamation mark after a number, a
 * parenthesis or a single letter is a factorial and stays.
 */
const tidied = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐‑–—−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?:[\s.,;:?。、！？]|(?<![\d)]|(?<!\p{L})\p{L})!)+$/u, "");

const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon"
    .split(" ")
    .concat("phi chi psi omega".split(" "));
const GREEK_LETTERS = "αβγδεζηθικλμνξοπρστυφχψω";
const SYMBOLS: Record<string, string> = {
  "≤": "le",
  "≥": "ge",
  "≠": "ne",
  "×": "times",
  "·": "cdot",
  "∞": "infty",
  "→": "to",
  "√": "sqrt",
  "∈": "in",
  "∑": "sum",
  "∫": "int",
  "²": "^2",
  "³": "^3",
};

/** Brings TeX and what a keyboard offers (`pi r^2`, `πr²`) into one form without spaces, braces and backslashes. */
const formulaText = (text: string) =>
  text
    .replace(/[≤≥≠×·∞→√∈∑∫²³]/g, (symbol) => SYMBOLS[symbol] ?? symbol)
    .replace(/[α-ω]/g, (letter) => GREEK[[...GREEK_LETTERS].indexOf(letter)] ?? letter)
    .replace(/\\(?:(?:left|right|displaystyle|quad)(?![a-z])|[,;:!])/g, "")
    .replace(/\\(le|ge|ne)q\b/g, "$1")
    .replace(/\\[dt]frac/g, "frac")
    .replace(/[\\{}$\s]/g, "")
    .normalize("NFKC");

/**
 * Returns the edit distance of two texts in characters: the fewest insertions, deletions, replacements and swaps of
 * neighbours.
 */
export function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let before: number[] = [];
  let last = b.map((_, index) => index).concat(b.length);
  for (const [row, letter] of a.entries()) {
    const next = [row + 1];
    for (const [column, other] of b.entries()) {
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === other;
      next.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (last[column] ?? 0) + (letter === other ? 0 : 1),
          isSwap ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

/** Scripts in which one character may be a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Returns the number of edits that still count as a typo. */
function allowedEdits(answer: string): number {
  const { length } = [...answer];
  if (DENSE.test(answer)) return length < 8 ? 0 : 1;
  if (length < 4) return 0;
  return length < 14 ? 1 : length < 25 ? 2 : 3;
}

/** Returns the numbers with their signs, and the relations. A minus between two numbers is a dash or an operator. */
const quantitiesIn = (text: string) => text.match(/(?<!\d ?)[-+]?\d+|[<>=≤≥≠±]/g)?.join(" ") ?? "";

/** Returns true if the texts differ by a typo only. Another number, sign or relation is never a typo. */
const isTypo = (typed: string, answer: string) =>
  quantitiesIn(typed) === quantitiesIn(answer) && editDistance(typed, answer) <= allowedEdits(answer);

function gradeText(typed: string, answer: string, rules: TypedRules, allowsTypos: boolean): Grade {
  const hard = (difference: Difference): Grade => ({ rating: "hard", difference });
  const given = rules.accents ? typed : withoutAccents(typed);
  const wanted = rules.accents ? answer : withoutAccents(answer);
  const folded = (text: string) => (rules.letterCase ? text : text.toLowerCase());
  if (folded(given) === folded(wanted)) return { rating: "good" };
  if (folded(withoutAccents(given)) === folded(withoutAccents(wanted))) return hard("accents");
  if (given.toLowerCase() === wanted.toLowerCase()) return hard("case");
  const [givenBase, wantedBase] = [withoutAccents(given).toLowerCase(), withoutAccents(wanted).toLowerCase()];
  if (givenBase === wantedBase) return hard("accents and case");
  return allowsTypos && isTypo(givenBase, wantedBase) ? hard("typo") : { rating: "again" };
}

const RANK = { again: 0, hard: 1, good: 2 } as const;

/** Matches a remark in parentheses. In `O(n)`, they belong to the answer. */
const REMARK = /\s+\([^()]*\)|^\([^()]*\)\s+|\s*（[^（）]*）/g;

/** Grades a typed answer. Remarks in parentheses in the card's answer are optional. Formulas allow no typos. */
export function gradeTyped(typed: string, markdown: string, rules: TypedRules): Grade {
  const isFormula = hasFormula(markdown);
  const prepared = (text: string) => (isFormula ? formulaText(text).replace(/[.,;:]+$/, "") : tidied(text));
  const given = prepared(isFormula ? typed : plainText(typed));
  if (given === "") return { rating: "again" };
  const answer = plainText(markdown);
  const short = isFormula ? answer : answer.replace(REMARK, "");
  const grades = [answer, short]
    .map(prepared)
    .filter((wanted) => wanted !== "")
    // In formulas, x and X are different quantities.
    .map((wanted) => gradeText(given, wanted, isFormula ? { ...rules, letterCase: true } : rules, !isFormula));
  return grades.reduce((best, grade) => (RANK[grade.rating] > RANK[best.rating] ? grade : best), {
    rating: "again",
  } as Grade);
}
