import { Interrupted, StoreRefused, UploadError } from "./errors";

/** Where to send some bytes, and the headers that the signature covers. */
export interface Destination {
  url: string;
  headers: Record<string, string>;
}

/** A request that makes no progress for this long counts as broken, in milliseconds: a silent network reports no error. */
const STALLED_MS = 60_000;

const BROKEN = "The connection broke. What you typed is kept; press Retry.";
const CHANGED = "This file was changed, moved or deleted after it was chosen. Choose it again.";

/** Sends `body` and answers with its ETag, if it may be read. Only XMLHttpRequest tells how much has been sent. */
export function put(
  { url, headers }: Destination,
  body: Blob,
  signal: AbortSignal,
  onSent: (sentBytes: number) => void,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const broken = async () => {
      request.abort();
      // A file that was changed or deleted on the disk breaks the request, too, and breaks the next one.
      const isReadable = await body
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => true,
          () => false,
        );
      reject(isReadable ? new Interrupted(BROKEN) : new UploadError(CHANGED, "none"));
    };
    const watchProgress = () => {
      clearTimeout(stalled);
      stalled = setTimeout(broken, STALLED_MS);
    };
    const stop = () => {
      request.abort();
      reject(signal.reason);
    };
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser sets the length itself and refuses to be told.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", (event) => {
      watchProgress();
      onSent(event.loaded);
    });
    request.addEventListener("error", broken);
    request.addEventListener("timeout", broken);
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(request.getResponseHeader("ETag"));
      else reject(new StoreRefused(request.status));
    });
    request.addEventListener("loadend", () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
    });
    signal.addEventListener("abort", stop, { once: true });
    onSent(0);
    watchProgress();
    request.send(body);
  });
}

/** Waits, unless it is called off. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Speed is measured over this many milliseconds at least, so that the time left does not jump. */
const SPEED_WINDOW_MS = 1000;

/** Bytes a second, over the last second or more. */
export function speedometer(): (sentBytes: number, nowMs: number) => number {
  let from: { bytes: number; ms: number } | undefined;
  let last = 0;
  return (bytes, ms) => {
    from ??= { bytes, ms };
    const passed = ms - from.ms;
    if (passed >= SPEED_WINDOW_MS) {
      // A part that is sent again takes its bytes back first.
      last = Math.max(0, ((bytes - from.bytes) / passed) * 1000);
      from = { bytes, ms };
    } else if (last === 0 && passed > 0) {
      return Math.max(0, ((bytes - from.bytes) / passed) * 1000);
    }
    return last;
  };
}
