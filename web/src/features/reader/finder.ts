import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type EventBus, PDFFindController, type PDFLinkService } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";

/** The pages that may have these words; nothing where all of them have to be read. */
export type PagesWith = (words: string) => Promise<ReadonlySet<number> | undefined>;

/** Words that are typed for so long are looked for, in milliseconds: the first letters of them are on every page. */
const LOOK_AFTER_MS = 250;

interface PageText {
  items: readonly object[];
}

const NO_TEXT: PageText = { items: [] };

/** A document for pdf.js, of which some pages are read; the others have no text, and once it is closed no page has. */
class SomePages {
  readonly #document: PDFDocumentProxy;
  readonly #pages: ReadonlySet<number> | undefined;
  #isClosed = false;
  #close: (text: PageText) => void = () => undefined;
  readonly #closed = new Promise<PageText>((resolve) => {
    this.#close = resolve;
  });

  constructor(document: PDFDocumentProxy, pages: ReadonlySet<number> | undefined) {
    this.#document = document;
    this.#pages = pages;
  }

  close(): void {
    this.#isClosed = true;
    this.#close(NO_TEXT);
  }

  async getPage(number: number) {
    const isRead = !this.#isClosed && (this.#pages?.has(number) ?? true);
    return { getTextContent: (options: object) => (isRead ? this.#read(number, options) : NO_TEXT) };
  }

  #read(number: number, options: object): Promise<PageText> {
    const text = this.#document.getPage(number).then((page) => page.getTextContent(options));
    return Promise.race([text, this.#closed]);
  }
}

/** Finds words in a document. Of a long one it reads only those pages that may have them. */
export class Finder extends PDFFindController {
  readonly #pagesWith: PagesWith | undefined;
  #open: (document: PDFDocumentProxy) => void = () => undefined;
  readonly #opened = new Promise<PDFDocumentProxy>((resolve) => {
    this.#open = resolve;
  });
  #part: SomePages | undefined;
  #looks = 0;
  #isLooking = false;

  /** `pagesWith` for a long document. */
  constructor(eventBus: EventBus, linkService: PDFLinkService, pagesWith: PagesWith | undefined) {
    super({ eventBus, linkService });
    this.#pagesWith = pagesWith;
  }

  // The viewer says so once its first page is there; pdf.js would then read all pages for the first words.
  override setDocument(document: PDFDocumentProxy | null): void {
    if (!document) this.cancel();
    if (document && this.#pagesWith) this.#open(document);
    else super.setDocument(document as never);
  }

  /** Whether it is still being found out which pages are to be read: what pdf.js says meanwhile is of other words. */
  get isLooking(): boolean {
    return this.#isLooking;
  }

  /** To be called before pdf.js is asked for other words, which it is to be only if this answers with `true`. */
  async prepare(words: string): Promise<boolean> {
    if (!this.#pagesWith) return true;
    const look = this.cancel();
    this.#isLooking = true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AFTER_MS));
    if (look !== this.#looks) return false;
    const [document, pages] = await Promise.all([this.#opened, this.#pagesWith(words)]);
    if (look !== this.#looks) return false;
    this.#isLooking = false;
    this.#part = new SomePages(document, pages);
    super.setDocument(this.#part as never);
    return true;
  }

  /** Nobody waits for the last words any more. pdf.js comes to the end of them at once: later it would count them as others. */
  cancel(): number {
    this.#part?.close();
    this.#isLooking = false;
    this.#looks += 1;
    return this.#looks;
  }
}
