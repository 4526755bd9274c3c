import { preload } from "react-dom";
import type { ReadableNote } from "@/api/models";
import { fetchCode } from "@/lib/fetch-code";
import { readAhead } from "./ahead";
import engineStyles from "./engine.css?url";
import styles from "./reader.css?url";
import { startWorker } from "./worker";

/** The sheets of the reader's page. */
export const sheets = [styles, engineStyles];

/** The reader with its engine, most of what is fetched for reading. */
export const loadReader = () => fetchCode(() => import("./reader"));

/** Asks for all that reading a note takes at once, while the page is still being shown. Whatever fails is asked for again. */
export function prepareReading(asked: Promise<ReadableNote>): void {
  for (const sheet of sheets) preload(sheet, { as: "style" });
  import("./reader").catch(() => undefined);
  startWorker();
  asked.then(readAhead, () => undefined);
}
