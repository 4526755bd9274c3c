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

/** Returns the text in lower case without accents. Its length does not change, so ranges fit the original text. */
export function fold(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const plain = letter.normalize("NFKD").toLowerCase().slice(0, letter.length);
    return plain.length === letter.length ? plain : letter;
  });
}

/** Returns the indexes of the lines that contain the words. The texts are folded. */
export function findLines(folded: readonly string[], words: string): number[] {
  const wanted = fold(words).trim();
  if (wanted === "") return [];
  return folded.flatMap((text, index) => (text.includes(wanted) ? index : []));
}

/** Returns the ranges of a text that match the words. */
export function matchesIn(text: string, words: string): MatchRange[] {
  const [folded, wanted] = [fold(text), fold(words).trim()];
  const ranges: MatchRange[] = [];
  if (wanted === "") return ranges;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    ranges.push([at, at + wanted.length]);
  }
  return ranges;
}

/** Formats lines as text, each with its time. `clock` formats seconds. */
export function asText(lines: readonly TranscriptLine[], isTimed: boolean, clock: (secs: number) => string): string {
  return lines.map(([startMs, , text]) => (isTimed ? `${clock(startMs / 1000)} ${text}` : text)).join("\n");
}
