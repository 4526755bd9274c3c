/** What the reader consists of, pdf.js included; `plugins/page-worker.ts` fills it in. */
declare const READER_FILES: readonly string[];

const READER = "reader";

const files = READER_FILES;

/** Keeps the reader of this release on the device. */
export async function keepReader(): Promise<void> {
  const cache = await caches.open(READER);
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter((file) => !here.has(file));
  await cache.addAll(missing);
}

/** A new release brings its reader along where there was one before. */
export async function keepReaderAgain(): Promise<void> {
  if (await caches.has(READER)) await keepReader();
}

/** Nobody needs the files of the release before any more. */
export async function dropOldReader(): Promise<void> {
  if (!(await caches.has(READER))) return;
  const cache = await caches.open(READER);
  const old = (await cache.keys()).filter(({ url }) => !files.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** A file of the reader, if it is kept. */
export const fromReader = (url: URL): Promise<Response | undefined> =>
  caches.match(url.pathname, { cacheName: READER });
