import { PDFDataRangeTransport } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ReadableNote } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { type Ahead, askForPart, partOf } from "./ahead";

/** Waits between tries by themselves while nothing can be read, in milliseconds; the last one repeats. */
const WAITS_MS = [1000, 3000, 10_000, 30_000];

/** What the reader is told of its source. */
export interface RangeEvents {
  /** Parts cannot be read at the moment, or can again. */
  onReachable: (isReachable: boolean) => void;
  /** The note's file is another one by now. */
  onReplaced: () => void;
  /** The note can no longer be read at all. */
  onGone: (problem: ApiProblem) => void;
}

/**
 * Reads a PDF in parts from its signed address. A dead address is replaced by a new one and a failed part is asked for
 * again, so that the engine only ever waits: pages, place and marks stay.
 */
export class Ranges extends PDFDataRangeTransport {
  #note: ReadableNote;
  #renewing: Promise<void> | undefined;
  readonly #ask: () => Promise<ReadableNote>;
  readonly #events: RangeEvents;
  readonly #ahead: Ahead | undefined;
  readonly #end = new AbortController();
  /** Those that wait for the network. */
  readonly #waiting = new Set<() => void>();

  /** `ahead`: what was asked for already. */
  constructor(note: ReadableNote, ask: () => Promise<ReadableNote>, events: RangeEvents, ahead?: Ahead) {
    super(note.sizeBytes, null);
    this.#note = note;
    this.#ask = ask;
    this.#events = events;
    this.#ahead = ahead;
    globalThis.addEventListener?.("online", () => this.retry(), { signal: this.#end.signal });
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#read(begin, end);
  }

  override abort(): void {
    this.#end.abort();
    this.retry();
  }

  /** Asks at once for what could not be read. */
  retry(): void {
    for (const go of this.#waiting) go();
  }

  async #read(begin: number, end: number): Promise<void> {
    let bytes = await this.#ahead?.part(begin, end);
    for (let tries = 0; !this.#end.signal.aborted; tries++) {
      bytes ??= await this.#part(begin, end);
      if (this.#end.signal.aborted) return;
      if (bytes) {
        this.#events.onReachable(true);
        this.onDataRange(begin, bytes);
        return;
      }
      // One try with a new address is made at once and without a word.
      if (tries === 0) continue;
      this.#events.onReachable(false);
      await this.#pause(WAITS_MS[Math.min(tries - 1, WAITS_MS.length - 1)] ?? 0);
    }
  }

  /** One part, or nothing where it cannot be had now; an address that is refused has been renewed by then. */
  async #part(begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { url } = this.#note;
    try {
      const answer = await askForPart(url, begin, end, this.#end.signal);
      if (answer.ok) return await partOf(answer, begin, end);
      if (answer.status < 500) await this.#renewed(url);
    } catch {
      // No answer: whoever asked tries again.
    }
    return undefined;
  }

  /** Replaces the address that was refused, once for all parts that were. */
  async #renewed(refused: string): Promise<void> {
    if (this.#note.url !== refused) return;
    this.#renewing ??= this.#replaceAddress().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #replaceAddress(): Promise<void> {
    try {
      const note = await this.#ask();
      if (this.#end.signal.aborted) return;
      if (note.sha256 !== this.#note.sha256) {
        this.abort();
        this.#events.onReplaced();
      }
      this.#note = note;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 404) return;
      this.abort();
      this.#events.onGone(error);
    }
  }

  async #pause(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        this.#waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(go, waitMs);
      this.#waiting.add(go);
    });
  }
}
