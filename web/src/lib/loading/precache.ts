/** Message that asks the service worker to cache a part of the app for offline use. */
export interface PrecacheRequest {
  kind: "keep the reader" | "keep the search";
}

/** Reply of the service worker. `error` is the name of the error if caching failed. */
export interface PrecacheReply {
  error?: string | undefined;
}

/** Timeout in milliseconds. A service worker of an older release does not respond. */
const PRECACHE_TIMEOUT_MS = 60_000;

async function request(kind: PrecacheRequest["kind"]): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const message: PrecacheRequest = { kind };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (name = "TimeoutError") =>
        reject(new DOMException("The page's worker could not keep a part of the app.", name));
      timer = setTimeout(fail, PRECACHE_TIMEOUT_MS);
      port1.onmessage = ({ data }: MessageEvent<PrecacheReply>) =>
        data.error === undefined ? resolve() : fail(data.error);
      worker.postMessage(message, [port2]);
    });
  } finally {
    clearTimeout(timer);
    port1.close();
  }
}

/**
 * Caches the code of the reader for offline use. Does nothing without a service worker. Rejects if fetching or caching
 * fails.
 */
export const requestReaderPrecache = (): Promise<void> => request("keep the reader");

/** Caches the search index of courses, recordings and playlists, like `requestReaderPrecache`. */
export const requestSearchPrecache = (): Promise<void> => request("keep the search");
