import type { TranscriptLine } from "@/data/transcripts/transcripts";
import type { MatchRange } from "@/ui/text/highlight";

/** Returns the index of the last line that has started at this time, or -1 before the first one. */
export function lineAt(lines: readonly TranscriptLine[], positionMs: number): number {
  let from = 0;
  let to = lines.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.[0] ?? Number.POSITIVE_INFINITY) <= positionMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

/** Matches one character with its accents, which are part of the character or follow it. */
const CHARACTER = /.[\u0300-\u036f]*/gsu;

function withoutAccents(character: string): string {
  // Most characters are ASCII. Normalising them too takes four times as long.
  if (character < "\u0080" && character.length === 1) return character.toLowerCase();
  const letters = character.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  // Recomposes Korean syllables, which the decomposition above split.
  return letters.normalize("NFC").toLowerCase();
}

/** Returns the text in lower case without accents. Its length may change. */
export function fold(text: string): string {
  return text.replace(CHARACTER, withoutAccents);
}

/** Returns the indexes of the lines that contain `words`. The texts must be folded already. */
export function findLines(folded: readonly string[], words: string): number[] {
  const wanted = fold(words).trim();
  if (wanted === "") return [];
  return folded.flatMap((text, index) => (text.includes(wanted) ? index : []));
}

/** Returns the ranges of a text that match the words. A range contains whole characters with their accents. */
export function matchesIn(text: string, words: string): MatchRange[] {
  const wanted = fold(words).trim();
  if (wanted === "") return [];
  let folded = "";
  // For each code unit of the folded text: the range of its character in the original text.
  const characters: MatchRange[] = [];
  for (const { 0: character, index } of text.matchAll(CHARACTER)) {
    folded += withoutAccents(character);
    while (characters.length < folded.length) characters.push([index, index + character.length]);
  }
  const ranges: MatchRange[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [start = 0] = characters[at] ?? [];
    const [, end = start] = characters[at + wanted.length - 1] ?? [];
    ranges.push([start, end]);
  }
  return ranges;
}

/** Formats lines as text, each with its time. `clock` formats seconds. */
export function asText(lines: readonly TranscriptLine[], isTimed: boolean, clock: (secs: number) => string): string {
  return lines.map(([startMs, , text]) => (isTimed ? `${clock(startMs / 1000)} ${text}` : text)).join("\n");
}
