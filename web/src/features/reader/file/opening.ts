import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ReadableNote } from "@/api/models";
import { readingNow } from "@/data/notes/notes";
import { takeAhead } from "./ahead";
import { openingOptions } from "./engine";
import { type RangeEvents, Ranges } from "./ranges";
import { takeWorker } from "./worker";

/** A file that was opened before its page was there is closed after this time if no page came, in milliseconds. */
const UNTAKEN_MS = 30_000;

interface Opened {
  file: PDFDocumentProxy;
  first: PDFPageProxy;
}

/** The file of a note that is being opened, or is open until it is closed. */
export class Opening {
  readonly opened: Promise<Opened>;
  readonly #note: ReadableNote;
  readonly #ranges: Ranges;
  readonly #close: () => void;
  #told: Partial<RangeEvents> = {};
  #isOutdated = false;

  constructor(note: ReadableNote) {
    this.#note = note;
    const outdated = () => {
      this.#isOutdated = true;
    };
    const told: RangeEvents = {
      onReachable: (isReachable) => this.#told.onReachable?.(isReachable),
      onReplaced: () => (this.#told.onReplaced ?? outdated)(),
      onGone: (problem) => (this.#told.onGone ?? outdated)(problem),
    };
    const ranges = new Ranges(note, () => readingNow(note.id), told, takeAhead(note.url));
    const { worker, failed } = takeWorker();
    const engine = PDFWorker.create({ port: worker });
    const opening = getDocument({ ...openingOptions, range: ranges, worker: engine });
    this.#ranges = ranges;
    this.opened = Promise.race([opening.promise, failed]).then(async (file) => ({
      file,
      first: await file.getPage(1),
    }));
    // Whoever takes it hears of that.
    this.opened.catch(() => undefined);
    this.#close = () => {
      ranges.abort();
      void opening.destroy().finally(() => {
        engine.destroy();
        worker.terminate();
      });
    };
  }

  /** Whether it is of this file, which was still the note's when it was last asked for. */
  isOf({ url, sha256 }: ReadableNote): boolean {
    return !this.#isOutdated && url === this.#note.url && sha256 === this.#note.sha256;
  }

  /** Says who is told from now on. */
  tell(told: RangeEvents): void {
    this.#told = told;
  }

  /** Asks at once for what could not be read. */
  retry(): void {
    this.#ranges.retry();
  }

  close(): void {
    this.#told = {};
    this.#close();
  }
}

let waiting: { opening: Opening; timer: ReturnType<typeof setTimeout> } | undefined;

/** Begins to open a file whose page is about to be there. */
export function openAhead(note: ReadableNote): void {
  if (waiting?.opening.isOf(note)) return;
  forget();
  waiting = { opening: new Opening(note), timer: setTimeout(forget, UNTAKEN_MS) };
}

/** The opening of a file, which may have begun before; whoever takes it closes it. */
export function takeOpening(note: ReadableNote): Opening {
  const taken = waiting?.opening.isOf(note) ? waiting : undefined;
  if (!taken) {
    forget();
    return new Opening(note);
  }
  waiting = undefined;
  clearTimeout(taken.timer);
  return taken.opening;
}

function forget(): void {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  waiting.opening.close();
  waiting = undefined;
}
