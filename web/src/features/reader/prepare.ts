import { preload } from "react-dom";
import type { ReadableNote } from "@/api/models";
import { loadPlayer } from "@/core/player";
import { fetchCode } from "@/lib/loading/fetch-code";
import engineStyles from "./engine.css?url";
import { readAhead } from "./file/ahead";
import { startWorker } from "./file/worker";
import styles from "./reader.css?url";

/** The sheets of the reader's page. */
export const sheets = [styles, engineStyles];

/** The reader with its engine, most of what is fetched for reading. */
const reader = async () => (await import("./reader-code")).code;

/** The same, for the page that shows it. */
export const loadReader = () => fetchCode(reader);

const failed = () => undefined;

/** Asks for the code that reading takes, whichever note it will be. Whatever fails is asked for again. */
export function prepareReader(): void {
  for (const sheet of sheets) preload(sheet, { as: "style" });
  reader().catch(failed);
  startWorker();
  loadPlayer().catch(failed);
}

/** Asks for the parts of a file that are read first as well. */
export function prepareFile(asked: Promise<ReadableNote>): void {
  prepareReader();
  asked.then(readAhead).catch(failed);
}

/** Opens the file, too, while its page is still being shown. */
export function prepareReading(asked: Promise<ReadableNote>): void {
  prepareFile(asked);
  Promise.all([reader(), asked])
    .then(([{ openAhead }, note]) => openAhead(note))
    .catch(failed);
}
