import { openAhead } from "./file/opening";
import { Reader } from "./reader";

/** What is fetched as one: the reader with pdf.js, and what opens a file before its page is there. */
export const code = { Reader, openAhead };
