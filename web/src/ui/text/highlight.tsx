/** Matched range of a text: [start, end) in UTF-16 code units. */
export type MatchRange = readonly [start: number, end: number];

/** Splits `text` into matched and unmatched pieces, in order. Ranges may overlap. */
export function splitByRanges(
  text: string,
  ranges: readonly MatchRange[],
): { text: string; isMatch: boolean; at: number }[] {
  const pieces: { text: string; isMatch: boolean; at: number }[] = [];
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, start);
    const to = Math.min(text.length, end);
    if (to <= from) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), isMatch: false, at });
    pieces.push({ text: text.slice(from, to), isMatch: true, at: from });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMatch: false, at });
  return pieces;
}

export function HighlightedText({ text, ranges }: { text: string; ranges: readonly MatchRange[] }) {
  return splitByRanges(text, ranges).map((piece) =>
    piece.isMatch ? <mark key={piece.at}>{piece.text}</mark> : <span key={piece.at}>{piece.text}</span>,
  );
}
