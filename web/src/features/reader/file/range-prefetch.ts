import type { ReadableNote } from "@/api/models";

/**
 * Ranges that opening a file always reads: the start, which usually has the first page, and the end, which has the
 * cross-reference table.
 */
const BEGIN_BYTES = 128 * 1024;
const END_BYTES = 96 * 1024;

/** Range size that pdf.js requests. */
export const RANGE_BYTES = 64 * 1024;

/** Requests one byte range of a file. `end` is exclusive. */
export function fetchRange(url: string, begin: number, end: number, signal?: AbortSignal): Promise<Response> {
  return fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, ...(signal && { signal }) });
}

/**
 * Returns the requested bytes of a response, or `undefined` if their length is wrong. Accepts a complete file as well.
 */
export async function readRangeBytes(
  response: Response,
  begin: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const part = response.status === 206 ? bytes : bytes.slice(begin, end);
  return part.length === end - begin ? part : undefined;
}

/** Returns the byte ranges to prefetch. A small file is prefetched completely. */
export function rangesToPrefetch(sizeBytes: number): [begin: number, end: number][] {
  const tail = Math.floor((sizeBytes - END_BYTES) / RANGE_BYTES) * RANGE_BYTES;
  if (tail <= BEGIN_BYTES) return [[0, sizeBytes]];
  return [
    [0, BEGIN_BYTES],
    [tail, sizeBytes],
  ];
}

/** Byte ranges of a file that are prefetched before pdf.js requests them. */
export class PrefetchedRanges {
  readonly url: string;
  readonly #spans: { begin: number; end: number; bytes: Promise<Uint8Array<ArrayBuffer> | undefined> }[];

  constructor({ url, sizeBytes }: Pick<ReadableNote, "url" | "sizeBytes">) {
    this.url = url;
    this.#spans = rangesToPrefetch(sizeBytes).map(([begin, end]) => ({ begin, end, bytes: read(url, begin, end) }));
  }

  /** Returns a range from the prefetched bytes, or `undefined` if they do not contain it or their request failed. */
  async part(begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const span = this.#spans.find((each) => each.begin <= begin && end <= each.end);
    const bytes = await span?.bytes;
    return span && bytes?.slice(begin - span.begin, end - span.begin);
  }
}

/** Returns `undefined` on failure: pdf.js requests the range again, and that request handles the error. */
async function read(url: string, begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const response = await fetchRange(url, begin, end);
    return response.ok ? await readRangeBytes(response, begin, end) : undefined;
  } catch {
    return undefined;
  }
}

let ahead: PrefetchedRanges | undefined;

/** Prefetches the ranges that opening the file reads. Does nothing if this URL was prefetched last. */
export function prefetchRanges(note: ReadableNote): void {
  if (ahead?.url !== note.url) ahead = new PrefetchedRanges(note);
}

/** Returns the prefetched ranges of this URL and clears them, so that they are used at most once. */
export function takePrefetchedRanges(url: string): PrefetchedRanges | undefined {
  const taken = ahead?.url === url ? ahead : undefined;
  ahead = undefined;
  return taken;
}
