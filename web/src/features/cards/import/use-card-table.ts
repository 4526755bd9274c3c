import { useEffect, useState } from "react";
import { type CardTable, type DeckCard, loadCards, type Separator, type Sides } from "@/core/cards";
import { loadImports } from "@/core/imports";

/** What cards are read of: a text, a file, or the cards of a deck. */
export type CardSource = string | Uint8Array | DeckCard[];

interface Read {
  table?: CardTable;
  /** A sentence, when the text as a whole cannot be read. */
  problem?: string;
}

/** The cards in a source; nothing while there is none. While another one is read, the last one stays. */
export function useCardTable(
  source: CardSource | undefined,
  separator: Separator | undefined,
  there: Sides[],
  max: number,
): Read {
  const [read, setRead] = useState<Read>({});
  useEffect(() => {
    let isLate = false;
    const say = (what: Read) => {
      if (!isLate) setRead(what);
    };
    if (source === undefined) say({});
    else readTable(source, separator, there, max).then(say, (error: unknown) => say({ problem: sentenceOf(error) }));
    return () => {
      isLate = true;
    };
  }, [source, separator, there, max]);
  return read;
}

async function readTable(
  source: CardSource,
  separator: Separator | undefined,
  there: Sides[],
  max: number,
): Promise<Read> {
  if (Array.isArray(source)) return { table: (await loadCards()).readCardDeck(source, there, max) };
  const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
  return { table: (await loadImports()).readCardTable(bytes, separator, there, max) };
}

/** The core says in a sentence why it cannot read a text; what else goes wrong is not for people. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.name === "Error") return error.message;
  console.warn("A text of cards cannot be read.", error);
  return "What reads the cards could not be fetched. Change the text to try it again, or load the page again.";
}
