import { PDFDataRangeTransport } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { ReadableNote } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { fetchRange, type PrefetchedRanges, readRangeBytes } from "./range-prefetch";

/** Backoff between automatic retries, in milliseconds. The last value repeats. */
const WAITS_MS = [1000, 3000, 10_000, 30_000];

/** Events of the range requests of one file. */
export interface RangeEvents {
  /** Called with false when a range request fails repeatedly, and with true after each successful one. */
  onReachable: (isReachable: boolean) => void;
  onReplaced: () => void;
  onGone: (problem: ApiProblem) => void;
}

/**
 * Reads a PDF in byte ranges from its signed URL. Renews an expired URL and retries failed ranges without an error to
 * pdf.js, so the open document keeps its pages, position and highlights.
 */
export class HttpRangeTransport extends PDFDataRangeTransport {
  #note: ReadableNote;
  #renewing: Promise<void> | undefined;
  readonly #ask: () => Promise<ReadableNote>;
  readonly #events: RangeEvents;
  readonly #ahead: PrefetchedRanges | undefined;
  readonly #end = new AbortController();
  /** Callbacks that end the backoff of waiting requests. */
  readonly #waiting = new Set<() => void>();

  constructor(note: ReadableNote, ask: () => Promise<ReadableNote>, events: RangeEvents, ahead?: PrefetchedRanges) {
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
      // Retry once without a delay or an event: the URL may just have been renewed.
      if (tries === 0) continue;
      this.#events.onReachable(false);
      await this.#pause(WAITS_MS[Math.min(tries - 1, WAITS_MS.length - 1)] ?? 0);
    }
  }

  /** Requests one range. Returns `undefined` on failure; if the URL was rejected, it is renewed first. */
  async #part(begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { url } = this.#note;
    try {
      const response = await fetchRange(url, begin, end, this.#end.signal);
      if (response.ok) return await readRangeBytes(response, begin, end);
      if (response.status < 500) await this.#renewed(url);
    } catch {
      // Network error: the caller retries.
    }
    return undefined;
  }

  /** Renews the rejected URL. Concurrent calls share one request. */
  async #renewed(rejectedUrl: string): Promise<void> {
    if (this.#note.url !== rejectedUrl) return;
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
