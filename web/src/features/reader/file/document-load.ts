import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ReadableNote } from "@/api/models";
import { fetchReadableNote } from "@/data/notes/notes";
import { HttpRangeTransport, type RangeEvents } from "./http-range-transport";
import { documentOptions } from "./pdf-options";
import { takePdfWorker } from "./pdf-worker";
import { takePrefetchedRanges } from "./range-prefetch";

/** Time after which a file that was opened in advance is closed if no page uses it, in milliseconds. */
const UNTAKEN_MS = 30_000;

interface Opened {
  file: PDFDocumentProxy;
  first: PDFPageProxy;
}

/** A PDF that is being opened or is open, with its worker and its range requests. Call `close` to release them. */
export class DocumentLoad {
  readonly opened: Promise<Opened>;
  readonly #note: ReadableNote;
  readonly #ranges: HttpRangeTransport;
  readonly #close: () => void;
  #told: Partial<RangeEvents> = {};
  #isOutdated = false;

  constructor(note: ReadableNote) {
    this.#note = note;
    const outdated = () => {
      this.#isOutdated = true;
    };
    const events: RangeEvents = {
      onReachable: (isReachable) => this.#told.onReachable?.(isReachable),
      onReplaced: () => (this.#told.onReplaced ?? outdated)(),
      onGone: (problem) => (this.#told.onGone ?? outdated)(problem),
    };
    const ranges = new HttpRangeTransport(
      note,
      () => fetchReadableNote(note.id),
      events,
      takePrefetchedRanges(note.url),
    );
    const { worker, failed } = takePdfWorker();
    const engine = PDFWorker.create({ port: worker });
    const opening = getDocument({ ...documentOptions, range: ranges, worker: engine });
    this.#ranges = ranges;
    this.opened = Promise.race([opening.promise, failed]).then(async (file) => ({
      file,
      first: await file.getPage(1),
    }));
    // The caller that awaits `opened` handles the error. This only prevents an unhandled rejection.
    this.opened.catch(() => undefined);
    this.#close = () => {
      ranges.abort();
      void opening.destroy().finally(() => {
        engine.destroy();
        worker.terminate();
      });
    };
  }

  /** Returns true if this opening has the note's current URL and content, and neither was replaced since. */
  isOf({ url, sha256 }: ReadableNote): boolean {
    return !this.#isOutdated && url === this.#note.url && sha256 === this.#note.sha256;
  }

  setListeners(events: RangeEvents): void {
    this.#told = events;
  }

  retry(): void {
    this.#ranges.retry();
  }

  close(): void {
    this.#told = {};
    this.#close();
  }
}

let waiting: { opening: DocumentLoad; timer: ReturnType<typeof setTimeout> } | undefined;

/** Starts to open a file before its page is rendered. `takeDocumentLoad` returns the same opening. */
export function preloadDocument(note: ReadableNote): void {
  if (waiting?.opening.isOf(note)) return;
  forget();
  waiting = { opening: new DocumentLoad(note), timer: setTimeout(forget, UNTAKEN_MS) };
}

/** Returns the load that `preloadDocument` started, or a new one. The caller must close it. */
export function takeDocumentLoad(note: ReadableNote): DocumentLoad {
  const taken = waiting?.opening.isOf(note) ? waiting : undefined;
  if (!taken) {
    forget();
    return new DocumentLoad(note);
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
