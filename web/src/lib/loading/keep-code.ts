/** What the page tells its worker: what must work without a network from now on, because somebody keeps things or has used it. */
export interface KeepPart {
  kind: "keep the reader" | "keep the search";
}

/** What the worker says when it is done: with the name of an error, if there was one. */
export interface KeptAnswer {
  failed?: string | undefined;
}

/** A worker that has not answered by then is asked again another time, in milliseconds; one of an older release answers nothing. */
const KEPT_WITHIN_MS = 60_000;

async function tell(kind: KeepPart["kind"]): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const message: KeepPart = { kind };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (name = "TimeoutError") =>
        reject(new DOMException("The page's worker could not keep a part of the app.", name));
      timer = setTimeout(fail, KEPT_WITHIN_MS);
      port1.onmessage = ({ data }: MessageEvent<KeptAnswer>) =>
        data.failed === undefined ? resolve() : fail(data.failed);
      worker.postMessage(message, [port2]);
    });
  } finally {
    clearTimeout(timer);
    port1.close();
  }
}

/** Has the page's worker, if there is one, keep the code of the reader. Rejects as fetching and keeping do. */
export const keepReader = (): Promise<void> => tell("keep the reader");

/** The same of what is searched: courses, recordings and playlists. */
export const keepSearch = (): Promise<void> => tell("keep the search");
