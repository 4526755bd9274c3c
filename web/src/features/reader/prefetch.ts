import { preload } from "react-dom";
import type { ReadableNote } from "@/api/models";
import { loadPlayer } from "@/core/player";
import { loadChunk } from "@/lib/loading/load-chunk";
import engineStyles from "./engine.css?url";
import { prestartPdfWorker } from "./file/pdf-worker";
import { prefetchRanges } from "./file/range-prefetch";
import styles from "./reader.css?url";
import room from "./room.css?url";
import text from "./text/text.css?url";

export const readerStylesheets = [styles, room, engineStyles, text];

const reader = async () => (await import("./reader-code")).readerModule;

/** Loads the reader code for its page. */
export const loadReader = () => loadChunk(reader);

const failed = () => undefined;

/** Preloads the code of the reader. A failed request is repeated when the reader opens. */
export function prefetchReaderCode(): void {
  for (const sheet of readerStylesheets) preload(sheet, { as: "style" });
  reader().catch(failed);
  prestartPdfWorker();
  loadPlayer().catch(failed);
}

/** Preloads the reader code and prefetches the ranges of the file that are read first. */
export function prefetchNoteRanges(request: Promise<ReadableNote>): void {
  prefetchReaderCode();
  request.then(prefetchRanges).catch(failed);
}

/** Preloads the reader code and opens the file before its page is rendered. */
export function openNoteAhead(request: Promise<ReadableNote>): void {
  prefetchNoteRanges(request);
  Promise.all([reader(), request])
    .then(([{ preloadDocument }, note]) => preloadDocument(note))
    .catch(failed);
}
