/** Files of the reader, including pdf.js; `plugins/page-worker.ts` fills it in. */
declare const READER_FILES: readonly string[];

const READER = "reader";

const files = READER_FILES;

export async function precacheReader(): Promise<void> {
  const cache = await caches.open(READER);
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter((file) => !here.has(file));
  await cache.addAll(missing);
}

/** Updates the cached reader after a release, if there is one. */
export async function refreshPrecachedReader(): Promise<void> {
  if (await caches.has(READER)) await precacheReader();
}

/** Deletes the files of the previous release. */
export async function deleteOldReader(): Promise<void> {
  if (!(await caches.has(READER))) return;
  const cache = await caches.open(READER);
  const old = (await cache.keys()).filter(({ url }) => !files.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

export const matchPrecachedReader = (url: URL): Promise<Response | undefined> =>
  caches.match(url.pathname, { cacheName: READER });
