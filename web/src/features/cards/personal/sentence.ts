import type { CardSource } from "@/api/models";

/** A passage with the rest of its sentence. */
export interface Sentence {
  before: string;
  quote: string;
  after: string;
}

const even = (text: string) => text.replace(/\s+/g, " ");

/** A word that is continued on the next line. */
const HYPHENATED = /(\p{Ll})[-\u2010\u00ad]\n(?=\p{Ll})/gu;

/** Joins the lines of each paragraph. A line break separates the paragraphs. */
const joinLines = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => even(paragraph.replace(HYPHENATED, "$1")).trim())
    .join("\n");

/** Characters that the search for a passage ignores, because its lines were joined in another way. */
const SILENT = /[\s\p{Pd}\u00ad]/u;

/** Text without these characters, and the place of each of its UTF-16 units in the original text. */
function squeeze(text: string): { text: string; places: number[] } {
  const places = Array.from({ length: text.length }, (_, place) => place).filter((at) => !SILENT.test(text[at] ?? ""));
  return { text: places.map((place) => text[place]).join(""), places };
}

/** Returns where the passage begins and ends. Of equal passages, the one after `prefix`. */
function placeOf(page: string, { quote, prefix = "" }: CardSource): [from: number, to: number] | undefined {
  const { text, places } = squeeze(page);
  const [sought, end] = [squeeze(quote).text, squeeze(prefix).text];
  if (sought === "") return undefined;
  const first = text.indexOf(sought);
  let found = first;
  while (found >= 0 && !text.slice(0, found).endsWith(end)) found = text.indexOf(sought, found + 1);
  const at = found < 0 ? first : found;
  const [from, last] = [places[at], places[at + sought.length - 1]];
  return from === undefined || last === undefined ? undefined : [from, last + 1];
}

/** Ends of sentences, for browsers without `Intl.Segmenter`. */
const SENTENCE = /[^.!?…\n]*(?:[.!?…]+["'”’)\]]*\s*|\n|$)/gu;

const sentencesOf = (text: string): { index: number; segment: string }[] =>
  "Segmenter" in Intl
    ? [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)]
    : [...text.matchAll(SENTENCE)].map(({ index, 0: segment }) => ({ index, segment }));

/**
 * Returns the passage with the words of its sentences around it, as far as they fit into about `maxChars` characters.
 * Lines of `pageText` end with a line break, and paragraphs with two.
 */
export function sentenceOf(pageText: string, source: CardSource, maxChars: number): Sentence {
  const page = joinLines(pageText);
  const place = placeOf(page, source);
  const [prefix, words, suffix] = [source.prefix ?? "", source.quote.trim(), source.suffix ?? ""].map(even) as [
    string,
    string,
    string,
  ];
  const text = place ? page : even(`${prefix} ${words} ${suffix}`);
  const start = place ? place[0] : text.indexOf(words, prefix.length);
  const end = place ? place[1] : start + words.length;
  let [from, to] = [start, end];
  for (const { index, segment } of sentencesOf(text)) {
    if (index <= start && start < index + segment.length) from = index;
    if (index < end && end <= index + segment.length) to = index + segment.length;
  }
  // Half of the room is for each side.
  const room = Math.max(0, Math.floor((maxChars - (end - start)) / 2));
  return {
    before: lastWords(even(text.slice(from, start)).trimStart(), room),
    quote: even(text.slice(start, end)),
    after: firstWords(even(text.slice(end, to)).trimEnd(), room),
  };
}

const lastWords = (text: string, max: number) =>
  text.length <= max ? text : `… ${text.slice(text.length - max).replace(/^\S*\s*/, "")}`;

const firstWords = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max).replace(/\s*\S*$/, "")} …`;
