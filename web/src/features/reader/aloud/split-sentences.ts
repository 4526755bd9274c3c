/** Range of a text, in UTF-16 units. */
type Range = [from: number, to: number];

/** Longer sentences are spoken in parts: Chrome stops after about 15 s. */
const SPOKEN_MAX = 220;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(lang: string | undefined): Intl.Segmenter {
  const known = segmenters.get(lang ?? "");
  if (known) return known;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(lang, { granularity: "sentence" });
  } catch {
    // The language of the file is not a valid tag.
    segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  }
  segmenters.set(lang ?? "", segmenter);
  return segmenter;
}

/** Ends of sentences, for browsers without `Intl.Segmenter`. */
const SENTENCE = /[^.!?…。！？]*(?:[.!?…。！？]+["'”’)\]]*\s*|$)/gu;

function segments(text: string, lang: string | undefined): Range[] {
  const found =
    "Segmenter" in Intl
      ? [...segmenterFor(lang).segment(text)].map(({ index, segment }) => [index, segment] as const)
      : [...text.matchAll(SENTENCE)].map(({ index, 0: segment }) => [index, segment] as const);
  return found.map(([index, segment]) => [index, index + segment.length]);
}

/** Words after which a period ends no sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|Fig|Eq|Sec|Thm|Dr|Prof|pp?|al|approx|resp|bzw|z\.B|d\.h|ca)\.\s*$/u;

/** Splits a text into sentences without white space at their ends. Long sentences are split between clauses. */
export function splitSentences(text: string, lang: string | undefined): Range[] {
  const joined: Range[] = [];
  for (const [from, to] of segments(text, lang)) {
    const last = joined.at(-1);
    if (last && ABBREVIATION.test(text.slice(last[0], last[1]))) last[1] = to;
    else joined.push([from, to]);
  }
  return joined.flatMap(([from, to]) => clauses(text, from, to)).flatMap((range) => trimmed(text, range));
}

function trimmed(text: string, [from, to]: Range): Range[] {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  const end = from + part.trimEnd().length;
  // A symbol alone, such as a bullet, is not spoken.
  return start < end && /[\p{L}\p{N}]/u.test(part) ? [[start, end]] : [];
}

function clauses(text: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  let start = from;
  while (to - start > SPOKEN_MAX) {
    const window = text.slice(start, start + SPOKEN_MAX);
    const clause = Math.max(
      ...[", ", "; ", ": ", " – ", " — "].map((mark) => window.lastIndexOf(mark) + mark.length - 1),
    );
    const word = window.lastIndexOf(" ");
    const length = clause > SPOKEN_MAX / 3 ? clause : word > 0 ? word : SPOKEN_MAX;
    ranges.push([start, start + length]);
    start += length;
  }
  ranges.push([start, to]);
  return ranges;
}
