import type { CardSource } from "@/api/models";

/** A passage with the rest of its sentence. */
export interface Sentence {
  before: string;
  quote: string;
  after: string;
}

const even = (text: string) => text.replace(/\s+/g, " ");

/** Returns where the passage begins. Of equal passages, the one after `prefix`. */
function placeOf(text: string, quote: string, prefix: string): number {
  const end = even(prefix).trim();
  const first = text.indexOf(quote);
  for (let at = first; at >= 0; at = text.indexOf(quote, at + 1)) {
    if (text.slice(0, at).trimEnd().endsWith(end)) return at;
  }
  return first;
}

/** Returns the passage with the words of its sentences around it, as far as they fit into `maxChars` characters. */
export function sentenceOf(pageText: string, source: CardSource, maxChars: number): Sentence {
  const quote = even(source.quote).trim();
  const prefix = source.prefix ?? "";
  const page = even(pageText);
  const found = placeOf(page, quote, prefix);
  const text = found >= 0 ? page : even(`${prefix} ${quote} ${source.suffix ?? ""}`);
  const start = found >= 0 ? found : text.indexOf(quote, even(prefix).length);
  const end = start + quote.length;
  let [from, to] = [start, end];
  for (const { index, segment } of new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)) {
    if (index <= start && start < index + segment.length) from = index;
    if (index < end && end <= index + segment.length) to = index + segment.length;
  }
  // Half of the room is for each side.
  const room = Math.max(0, Math.floor((maxChars - quote.length) / 2));
  return {
    before: lastWords(text.slice(from, start).trimStart(), room),
    quote,
    after: firstWords(text.slice(end, to).trimEnd(), room),
  };
}

const lastWords = (text: string, max: number) => (text.length <= max ? text : text.slice(-max).replace(/^\S*\s/, "… "));

const firstWords = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max).replace(/\s\S*$/, "")} …`;
