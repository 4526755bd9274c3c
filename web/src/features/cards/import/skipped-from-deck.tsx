import type { SkippedContent } from "@/data/cards/decks";

/** List of the parts of a deck that cannot be imported, with counts and examples. */
export function SkippedFromDeck({ skipped }: { skipped: readonly SkippedContent[] }) {
  if (skipped.length === 0) return null;
  return (
    <section className="card panel import-left" aria-label="Left out of this deck">
      <h2>Left out of this deck</h2>
      <ul>
        {skipped.map(({ text, count, examples }) => (
          <li key={text}>
            <span className="tabular-nums">{count}</span> {text}
            {examples.length > 0 && <span className="hint block">For example: {examples.join(" · ")}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
