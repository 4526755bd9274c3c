/** Loads pdf.js. Uses the legacy build, because the modern one needs browser features that are only months old. */
import "pdfjs-dist/legacy/build/pdf.mjs";
// Must come after pdf.js: the viewer reads it from a global variable.
import "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { RANGE_BYTES } from "./range-prefetch";

/** Folder of the pdf.js assets. The URL is absolute because the worker fetches from it. */
const assets = new URL(import.meta.env.VITE_PDF_ASSETS, globalThis.location.origin).href;

export const pdfIconsUrl = `${assets}web/images/`;

/** Options for opening a file: no XFA forms, and only the ranges that are displayed are downloaded. */
export const documentOptions = {
  cMapUrl: `${assets}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${assets}standard_fonts/`,
  iccUrl: `${assets}iccs/`,
  wasmUrl: `${assets}wasm/`,
  useWorkerFetch: true,
  enableXfa: false,
  rangeChunkSize: RANGE_BYTES,
  disableAutoFetch: true,
  disableStream: true,
} as const;
