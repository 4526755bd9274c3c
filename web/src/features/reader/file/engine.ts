/** pdf.js, fetched with the reader alone. The build for older browsers: the other one needs those of the last months. */
import "pdfjs-dist/legacy/build/pdf.mjs";
// After the engine, which the viewer finds as a global.
import "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { PIECE_BYTES } from "./ahead";

/** Where pdf.js finds what some files need; absolute, because its worker fetches it. */
const assets = new URL(import.meta.env.VITE_PDF_ASSETS, globalThis.location.origin).href;

export const iconsUrl = `${assets}web/images/`;

/** How files are opened: nothing in them runs, forms of the XFA kind are not drawn, and only what is looked at is read. */
export const openingOptions = {
  cMapUrl: `${assets}cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${assets}standard_fonts/`,
  iccUrl: `${assets}iccs/`,
  wasmUrl: `${assets}wasm/`,
  useWorkerFetch: true,
  enableXfa: false,
  rangeChunkSize: PIECE_BYTES,
  disableAutoFetch: true,
  disableStream: true,
} as const;
