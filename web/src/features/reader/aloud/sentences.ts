import type { NoteText, TextBlock, TextPage } from "@/data/notes/note-text";
import type { Quote } from "../highlights/anchor";
import { contentOf, isShownAsCrop, shownText } from "../text/blocks";
import { splitSentences } from "./split-sentences";

/** Parts that reading aloud omits, in addition to running heads and page numbers. */
export interface SkipOptions {
  footnotes: boolean;
  citations: boolean;
}

/** A part of a sentence in one block. A sentence that continues in the next column or on the next page has two. */
interface SentencePart {
  page: number;
  /** Range in the spoken text. */
  from: number;
  to: number;
  /** Start of the part in the text of the page (`textOfPage`). */
  at: number;
  /** Length on the page, if the spoken words are not those of the page. */
  length?: number;
}

/** A sentence to be spoken. */
export interface Sentence {
  text: string;
  lang: string | undefined;
  parts: readonly SentencePart[];
  /** Upper edge of its block, as a fraction of the height of its page. */
  top: number;
}

/** A quote on a page. */
export interface PageQuote {
  page: number;
  quote: Quote;
}

/** Length of the context of a quote, in UTF-16 units. */
const CONTEXT = 32;

/** References such as [12], [3, 4–6] and (Knuth, 1997; Floyd et al. 1964). */
const CITATIONS =
  /\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\]|\((?:(?:see |cf\. )?\p{Lu}[\p{L}’'-]+(?: (?:and|&) \p{Lu}[\p{L}’'-]+| et al\.)?,? (?:1[5-9]|20)\d\d[a-z]?(?:; )?)+\)/gu;

/** Text of blocks that belong together: a paragraph may continue in the next column and on the next pages. */
interface Passage {
  text: string;
  parts: SentencePart[];
  block: TextBlock;
  top: number;
}

/** Returns the text that is spoken for a block without a linear form. */
function spokenText({ kind, alt, text }: TextBlock): string {
  if (kind === "formula") return alt || "formula";
  if (kind === "figure") return alt || "figure";
  return text
    .split("\n")
    .map((row) => row.split("\t").join(", "))
    .join(". ");
}

interface PlacedBlock {
  block: TextBlock;
  /** Start of its words in the text of the page, after the marker. */
  at: number;
}

function placedBlocks(page: TextPage): PlacedBlock[] {
  let end = 0;
  return contentOf(page).map((block) => {
    const shown = shownText(block);
    const at = end + 1 + shown.length - block.text.length;
    end += 1 + shown.length;
    return { block, at };
  });
}

/** Sentences of a note, page by page: a long note has too many to find all of them first. */
export class Sentences {
  readonly #pages: readonly TextPage[];
  readonly #language: string | undefined;
  readonly #texts: (page: TextPage) => string;
  #skip: SkipOptions;
  readonly #known = new Map<number, readonly Sentence[]>();

  constructor({ pages, language }: NoteText, textOfPage: (page: TextPage) => string, skip: SkipOptions) {
    this.#pages = pages;
    this.#language = language;
    this.#texts = textOfPage;
    this.#skip = skip;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  skip(skip: SkipOptions): void {
    this.#skip = skip;
    this.#known.clear();
  }

  /** Returns the index of the first page from this number on. */
  indexOfPage(number: number): number {
    const index = this.#pages.findIndex(({ page }) => page >= number);
    return index < 0 ? this.#pages.length : index;
  }

  /** Returns the number of the page with this index. */
  numberOf(index: number): number | undefined {
    return this.#pages[index]?.page;
  }

  /** Returns the sentences that start on a page. */
  onPage(index: number): readonly Sentence[] {
    const known = this.#known.get(index);
    if (known) return known;
    const sentences = this.#passages(index).flatMap((passage) => this.#split(passage));
    this.#known.set(index, sentences);
    return sentences;
  }

  /** Returns the parts of a range of a sentence as quotes of their pages. */
  quotesOf(sentence: Sentence, from = 0, to = sentence.text.length): PageQuote[] {
    return sentence.parts.flatMap((part): PageQuote[] => {
      const page = this.#pages.find(({ page }) => page === part.page);
      const [start, end] = [Math.max(from, part.from), Math.min(to, part.to)];
      if (!page || start >= end) return [];
      const text = this.#texts(page);
      // The picture of a formula is marked as a whole.
      const first = part.length === undefined ? part.at + start - part.from : part.at;
      const last = part.length === undefined ? part.at + end - part.from : part.at + part.length;
      const quote = {
        quote: text.slice(first, last),
        prefix: text.slice(Math.max(0, first - CONTEXT), first),
        suffix: text.slice(last, last + CONTEXT),
      };
      return [{ page: part.page, quote }];
    });
  }

  /** Returns the blocks that start on a page, each with those that continue it. */
  #passages(index: number): Passage[] {
    const page = this.#pages[index];
    if (!page) return [];
    const passages: Passage[] = [];
    /** Last passage of each kind. `undefined` if it was read with the previous page. */
    const last = new Map<string, Passage | undefined>();
    for (const { block, at } of placedBlocks(page)) {
      const { kind } = block;
      if (this.#skip.footnotes && kind === "footnote") continue;
      const top = page.height > 0 ? block.box[1] / page.height : 0;
      if (isShownAsCrop(block)) {
        const text = spokenText(block);
        const part = { page: page.page, from: 0, to: text.length, at, length: block.text.length };
        passages.push({ text, block, top, parts: [part] });
        continue;
      }
      if (block.continues && last.has(kind)) {
        const before = last.get(kind);
        if (before) append(before, page.page, block.text, at);
      } else if (block.continues && index > 0 && this.#isContinued(index - 1, kind)) {
        last.set(kind, undefined);
      } else {
        const passage: Passage = { text: "", parts: [], block, top };
        append(passage, page.page, block.text, at);
        last.set(kind, passage);
        passages.push(passage);
      }
    }
    for (const [kind, passage] of last) if (passage) this.#appendContinued(passage, index + 1, kind);
    return passages;
  }

  #isContinued(index: number, kind: string): boolean {
    return contentOf(this.#pages[index] ?? { page: 0, width: 0, height: 0, blocks: [] }).some(
      (block) => block.kind === kind,
    );
  }

  #appendContinued(passage: Passage, index: number, kind: string): void {
    const page = this.#pages[index];
    if (!page) return;
    const blocks = placedBlocks(page).filter(({ block }) => block.kind === kind);
    const end = blocks.findIndex(({ block }) => !block.continues);
    const continued = end < 0 ? blocks : blocks.slice(0, end);
    for (const { block, at } of continued) append(passage, page.page, block.text, at);
    if (blocks.length > 0 && end < 0) this.#appendContinued(passage, index + 1, kind);
  }

  #split({ text, parts, block, top }: Passage): Sentence[] {
    // Citations are replaced by spaces, so that the offsets of the other words stay the same.
    const spoken = this.#skip.citations ? text.replace(CITATIONS, (cited) => " ".repeat(cited.length)) : text;
    const lang = block.lang ?? this.#language;
    return splitSentences(spoken, lang).map(([from, to]) => ({
      text: spoken.slice(from, to),
      lang,
      top,
      parts: parts.flatMap((part): SentencePart[] => {
        const [start, end] = [Math.max(from, part.from), Math.min(to, part.to)];
        if (start >= end) return [];
        const at = part.length === undefined ? part.at + start - part.from : part.at;
        return [{ ...part, at, from: start - from, to: end - from }];
      }),
    }));
  }
}

/** Adds the text of a block to a passage. A word that the end of a column or page splits is spoken as one. */
function append(passage: Passage, page: number, text: string, at: number): void {
  const isSplit = /\p{L}-$/u.test(passage.text) && /^\p{Ll}/u.test(text);
  if (isSplit) {
    passage.text = passage.text.slice(0, -1);
    const last = passage.parts.at(-1);
    if (last) last.to -= 1;
  } else if (passage.text !== "") passage.text += " ";
  passage.parts.push({ page, from: passage.text.length, to: passage.text.length + text.length, at });
  passage.text += text;
}
