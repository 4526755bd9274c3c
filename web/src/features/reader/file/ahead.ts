import type { ReadableNote } from "@/api/models";

/** What every opening reads: the beginning, where the first page mostly lies, and the end with the table of what lies where. */
const BEGIN_BYTES = 128 * 1024;
const END_BYTES = 96 * 1024;

/** The engine asks for whole pieces of this size. */
export const PIECE_BYTES = 64 * 1024;

/** The answer to a question for one part of a file. */
export function askForPart(url: string, begin: number, end: number, signal?: AbortSignal): Promise<Response> {
  return fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, ...(signal && { signal }) });
}

/** The part that was asked for, or nothing if it came as another one. */
export async function partOf(
  answer: Response,
  begin: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const part = answer.status === 206 ? bytes : bytes.slice(begin, end);
  return part.length === end - begin ? part : undefined;
}

/** What of a file is asked for ahead: a small one whole. */
export function spansOf(sizeBytes: number): [begin: number, end: number][] {
  const tail = Math.floor((sizeBytes - END_BYTES) / PIECE_BYTES) * PIECE_BYTES;
  if (tail <= BEGIN_BYTES) return [[0, sizeBytes]];
  return [
    [0, BEGIN_BYTES],
    [tail, sizeBytes],
  ];
}

/** Parts of a file that were asked for before the engine was there that will want them. */
export class Ahead {
  readonly url: string;
  readonly #spans: { begin: number; end: number; bytes: Promise<Uint8Array<ArrayBuffer> | undefined> }[];

  constructor({ url, sizeBytes }: Pick<ReadableNote, "url" | "sizeBytes">) {
    this.url = url;
    this.#spans = spansOf(sizeBytes).map(([begin, end]) => ({ begin, end, bytes: read(url, begin, end) }));
  }

  /** A part of what was asked for; nothing if it is another one or did not come. */
  async part(begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const span = this.#spans.find((each) => each.begin <= begin && end <= each.end);
    const bytes = await span?.bytes;
    return span && bytes?.slice(begin - span.begin, end - span.begin);
  }
}

/** Nothing where it fails: whoever wants the part asks again and deals with what is wrong. */
async function read(url: string, begin: number, end: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const answer = await askForPart(url, begin, end);
    return answer.ok ? await partOf(answer, begin, end) : undefined;
  } catch {
    return undefined;
  }
}

let ahead: Ahead | undefined;

/** Asks for the parts of a file that its opening will read, once for an address. */
export function readAhead(note: ReadableNote): void {
  if (ahead?.url !== note.url) ahead = new Ahead(note);
}

/** What was asked for ahead under this address, given away once. */
export function takeAhead(url: string): Ahead | undefined {
  const taken = ahead?.url === url ? ahead : undefined;
  ahead = undefined;
  return taken;
}
