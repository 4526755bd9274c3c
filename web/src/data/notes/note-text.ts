import { queryOptions } from "@tanstack/react-query";
import type { ReadableNote } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { fetchReadableNote, noteKeys } from "./notes";

/** A part of a page: a heading, a paragraph, a table and so on. */
export interface TextBlock {
  /** Unknown kinds are shown as paragraphs. */
  kind: string;
  text: string;
  /** Left, top, width and height in points, from the top left corner of the displayed page. */
  box: readonly [left: number, top: number, width: number, height: number];
  /** Level of a heading, from 1 to 6, or depth of a list item, from 1. */
  level?: number;
  /** Characters before a list item on the page, such as "•" or "(a)". */
  marker?: string;
  /**
   * True if the block continues the previous block of its kind on the page. The first block of its kind on a page then
   * continues the last one on the previous page.
   */
  continues?: boolean;
  /** Alternative text given in the file. */
  alt?: string;
  /** Language of the block, if it differs from that of the note. */
  lang?: string;
}

/** The text of one page, in reading order. */
export interface TextPage {
  /** Page number, from 1. */
  page: number;
  /** Size of the displayed page in points. */
  width: number;
  height: number;
  blocks: readonly TextBlock[];
}

/** The text of a PDF, as the server stores it. Pages without text are missing. */
export interface NoteText {
  version: 1;
  order: "tagged" | "layout";
  language?: string;
  pages: readonly TextPage[];
}

const unreadable = (status: number) => new ApiProblem({ code: "not_found", status, detail: "Try again later." });

const VERSION = 1;

/** The text has a version that this app cannot show. Another attempt does not help. */
export class UnknownTextVersion extends ApiProblem {
  constructor(version: unknown) {
    const isNewer = typeof version === "number" && version > VERSION;
    const detail = isNewer
      ? "Reload the page to read the text of this note."
      : "This note was published before the text view existed. Its text is not available yet.";
    super({ code: "not_found", status: 200, detail });
  }
}

/** Returns true if this app can show a text from the server. */
export const isReadableText = (text: Partial<NoteText> | null): text is NoteText =>
  text?.version === VERSION && Array.isArray(text.pages);

async function request(url: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    console.warn("The text of a note could not be fetched.", error);
    throw unreachableProblem();
  });
}

/** Fetches the text of a note. Renews the signed URL once if the file store rejects it. */
async function fetchNoteText({ id, sha256, textUrl }: ReadableNote, signal: AbortSignal): Promise<NoteText> {
  if (textUrl === undefined) throw unreadable(404);
  let response = await request(textUrl, signal);
  if (response.status >= 400 && response.status < 500) {
    const renewed = await fetchReadableNote(id, signal);
    if (renewed.sha256 !== sha256 || renewed.textUrl === undefined) throw unreadable(response.status);
    response = await request(renewed.textUrl, signal);
  }
  if (!response.ok) throw unreadable(response.status);
  const text = (await response.json()) as Partial<NoteText> | null;
  if (isReadableText(text)) return text;
  throw text?.version === VERSION ? unreadable(response.status) : new UnknownTextVersion(text?.version);
}

/** Text of a note's PDF. Another file has another hash, so the response never becomes stale. */
export const noteTextQuery = (note: ReadableNote) =>
  queryOptions({
    queryKey: [...noteKeys.all, "text", note.id, note.sha256] as const,
    queryFn: ({ signal }) => fetchNoteText(note, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // An offline copy has the text.
    networkMode: "always",
  });
