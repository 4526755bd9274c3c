import { useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import { withTimeout } from "@/lib/time/with-timeout";
import { createWatchers } from "@/lib/watchers";

/** Backoff before the server is checked again, in milliseconds; the last delay repeats. */
const BACKOFF_MS = [1000, 2000, 4000];
/** Timeout of a check of the server, in milliseconds. */
const ANSWER_MS = 10_000;
/** Time in milliseconds without a pause after which the backoff starts from its first delay. */
const CALM_MS = 30_000;

/** Number of consecutive interruptions without progress, while the server can be reached, at which a file fails. */
const INTERRUPTIONS_MAX = 5;

let isPaused = false;
let attempts = 0;
let outages = 0;
let resumedAtMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Number of the newest check. If an earlier check fails, its outcome is ignored. */
let newest = 0;
const watchers = createWatchers();

function become(paused: boolean): void {
  isPaused = paused;
  watchers.tell();
}

function askLater(): void {
  timer = setTimeout(ask, BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)]);
  attempts += 1;
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  newest += 1;
  const check = newest;
  try {
    await withTimeout(ANSWER_MS, (signal) => unwrap(api.GET("/api/health", { signal })));
  } catch {
    if (!isPaused || check !== newest) return;
    outages += 1;
    askLater();
    return;
  }
  if (!isPaused) return;
  clearTimeout(timer);
  resumedAtMs = Date.now();
  become(false);
}

/**
 * Checks the connection at once if uploads are paused, even if a check is running: that one may have begun before the
 * network was back.
 */
function askNow(): void {
  if (isPaused) void ask();
}

function onVisible(): void {
  if (document.visibilityState === "visible") askNow();
}

globalThis.window?.addEventListener("online", askNow);
globalThis.document?.addEventListener("visibilitychange", onVisible);

/** Connection state shared by all uploads of the page. No upload starts while it is paused. */
export const uploadConnection = {
  isPaused: () => isPaused,
  /** Pauses all uploads until the server can be reached. */
  pause(): void {
    if (isPaused) return;
    if (Date.now() - resumedAtMs > CALM_MS) attempts = 0;
    askLater();
    become(true);
  },
  askNow,
  watch: watchers.watch,
  /** Resolves when uploads may continue. Rejects when `signal` is aborted. */
  whenResumed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        unwatch();
        reject(signal.reason);
      };
      const look = () => {
        if (isPaused) return;
        unwatch();
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const unwatch = uploadConnection.watch(look);
      signal.addEventListener("abort", stop, { once: true });
      look();
    });
  },
};

/**
 * Returns a function that counts the interruptions of one file. The function receives the number of bytes sent so far,
 * and returns true if the file may wait for the connection again. After several interruptions without progress, while
 * the server could be reached, it returns false, because the connection is then not the cause.
 */
export function interruptionCounter(): (sentBytes: number) => boolean {
  let count = 0;
  let outagesBefore = outages;
  let mostSentBytes = 0;
  return (sentBytes) => {
    const hasProgressed = outages !== outagesBefore || sentBytes > mostSentBytes;
    count = hasProgressed ? 1 : count + 1;
    outagesBefore = outages;
    mostSentBytes = Math.max(mostSentBytes, sentBytes);
    return count < INTERRUPTIONS_MAX;
  };
}

export const useUploadsPaused = () => useSyncExternalStore(uploadConnection.watch, uploadConnection.isPaused);
