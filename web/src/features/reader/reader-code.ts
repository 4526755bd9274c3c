import { preloadDocument } from "./file/document-load";
import { Reader } from "./reader";

/** One chunk with the reader, pdf.js and the code that opens a file ahead. */
export const readerModule = { Reader, preloadDocument };
