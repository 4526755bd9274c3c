import { useEffect, useState } from "react";
import { type CardTable, type DeckCard, loadCards, type Separator, type Sides } from "@/core/cards";
import { loadImports } from "@/core/imports";

/** Source of imported cards: text, a file, or the cards of an Anki deck. */
export type CardSource = string | Uint8Array | DeckCard[];

interface Read {
  table?: CardTable;
  /** Message if the whole source cannot be read. */
  problem?: string;
}

/** Parses the cards of a source and returns them. Keeps the previous result while a new source is parsed. */
export function useCardTable(
  source: CardSource | undefined,
  separator: Separator | undefined,
  existingCards: Sides[],
  max: number,
): Read {
  const [read, setRead] = useState<Read>({});
  useEffect(() => {
    let isLate = false;
    const say = (what: Read) => {
      if (!isLate) setRead(what);
    };
    if (source === undefined) say({});
    else
      readTable(source, separator, existingCards, max).then(say, (error: unknown) =>
        say({ problem: sentenceOf(error) }),
      );
    return () => {
      isLate = true;
    };
  }, [source, separator, existingCards, max]);
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

/** Returns the parser's message for the user. Any other error gets a general message. */
function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.name === "Error") return error.message;
  console.warn("A text of cards cannot be read.", error);
  return "The cards could not be read. Change the text to try again, or reload the page.";
}
