import { InterruptedError, StorageRejectedError, UploadError } from "./errors";

/** Signed URL with the headers that its signature covers. */
export interface PresignedTarget {
  url: string;
  headers: Record<string, string>;
}

/** Time without progress, in milliseconds, after which a request is aborted: a stalled connection raises no error. */
const STALLED_MS = 60_000;

const BROKEN = "The connection was lost. What you typed is kept; press Retry.";
const CHANGED = "This file was changed, moved or deleted after it was chosen. Choose it again.";

/**
 * Uploads `body` and returns its ETag if CORS exposes it. Uses XMLHttpRequest because `fetch` reports no upload
 * progress.
 */
export function putFile(
  { url, headers }: PresignedTarget,
  body: Blob,
  signal: AbortSignal,
  onSent: (sentBytes: number) => void,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const broken = async () => {
      request.abort();
      // If the file has changed on disk, the request breaks too, and so would each retry.
      const isReadable = await body
        .slice(0, 1)
        .arrayBuffer()
        .then(
          () => true,
          () => false,
        );
      reject(isReadable ? new InterruptedError(BROKEN) : new UploadError(CHANGED, "none"));
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
      // Browsers forbid scripts to set this header.
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
      else reject(new StorageRejectedError(request.status));
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

/** Waits for `ms` milliseconds. Rejects when `signal` is aborted. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
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

/** Minimum interval of a speed measurement, in milliseconds, so that the remaining time does not jump. */
const SPEED_WINDOW_MS = 1000;

/** Returns a function that measures the speed in bytes per second over at least one second. */
export function createRateMeter(): (sentBytes: number, nowMs: number) => number {
  let from: { bytes: number; ms: number } | undefined;
  let last = 0;
  return (bytes, ms) => {
    from ??= { bytes, ms };
    const passed = ms - from.ms;
    if (passed >= SPEED_WINDOW_MS) {
      // Retrying a part reduces the number of sent bytes.
      last = Math.max(0, ((bytes - from.bytes) / passed) * 1000);
      from = { bytes, ms };
    } else if (last === 0 && passed > 0) {
      return Math.max(0, ((bytes - from.bytes) / passed) * 1000);
    }
    return last;
  };
}
