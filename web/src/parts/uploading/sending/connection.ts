import { useSyncExternalStore } from "react";
import { api, payload } from "@/api/client";
import { within } from "@/lib/time/within";

/** Pauses before the server is asked again, in milliseconds; the last one repeats. */
const PAUSES_MS = [1000, 2000, 4000];
/** A request without an answer counts as failed after this, in milliseconds. */
const ANSWER_MS = 10_000;
/** After this long without a new pause the next one is short again, in milliseconds. */
const CALM_MS = 30_000;

/** Interruptions in a row, without progress, after which a file fails although the server can be reached. */
const INTERRUPTIONS_MAX = 5;

let isPaused = false;
let pauses = 0;
let outages = 0;
let resumedAtMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function become(paused: boolean): void {
  isPaused = paused;
  for (const watcher of [...watchers]) watcher();
}

function askLater(): void {
  timer = setTimeout(ask, PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)]);
  pauses += 1;
}

async function ask(): Promise<void> {
  timer = undefined;
  try {
    await within(ANSWER_MS, (signal) => payload(api.GET("/api/health", { signal })));
  } catch {
    outages += 1;
    askLater();
    return;
  }
  resumedAtMs = Date.now();
  become(false);
}

function askNow(): void {
  // Without a timer the answer is on its way.
  if (timer === undefined) return;
  clearTimeout(timer);
  void ask();
}

function onVisible(): void {
  if (document.visibilityState === "visible") askNow();
}

globalThis.window?.addEventListener("online", askNow);
globalThis.document?.addEventListener("visibilitychange", onVisible);

/** The connection to the server as all uploads of the page see it: none starts while they are paused. */
export const connection = {
  isPaused: () => isPaused,
  /** Pauses all uploads until the server answers. */
  pause(): void {
    if (isPaused) return;
    if (Date.now() - resumedAtMs > CALM_MS) pauses = 0;
    askLater();
    become(true);
  },
  /** Asks the server now, without waiting for the next turn. */
  askNow,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  /** Resolves when uploads may go on. Rejects when `signal` is aborted. */
  resumed(signal: AbortSignal): Promise<void> {
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
      const unwatch = connection.watch(look);
      signal.addEventListener("abort", stop, { once: true });
      look();
    });
  },
};

/**
 * Makes the counter of one file's interruptions. It takes how many bytes of the file were sent, and answers whether the file
 * may wait for the connection once more: not when the server answered each time in between and no attempt sent more than
 * those before, because then the connection is not the reason.
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

/** Whether uploads wait until the server can be reached. */
export const useUploadsPaused = () => useSyncExternalStore(connection.watch, connection.isPaused);
