import { preloadDocument } from "./file/opening";
import { Reader } from "./reader";

/** One chunk with the reader, pdf.js and the code that opens a file ahead. */
export const code = { Reader, preloadDocument };
