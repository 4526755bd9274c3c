import { giveUpUpload, type SameThing } from "@/data/uploads/uploads";
import { newUlid } from "@/lib/text/ulid";
import { session } from "@/session/session";
import { keepLive } from "../live";
import { connection, interruptionCounter } from "./connection";
import { afterUpload, dueToStart, isBusy, sentBytesOf, type UploadEvent, type UploadQueue } from "./queue";
import { runUpload, type UploadKind } from "./run";
import { sentHere } from "./sent-here";

/** A file with what was typed about it. */
interface ChosenUpload<Fields> {
  file: File;
  fields: Fields;
  /** Of an upload that the server knows. */
  id?: string;
}

/** Uploads to one place. They go on while the person looks at other pages. */
export interface Uploads<Fields> {
  queue: () => UploadQueue<Fields>;
  watch: (watcher: () => void) => () => void;
  add: (chosen: readonly ChosenUpload<Fields>[]) => void;
  retry: (id: string) => void;
  /** Retries everything that failed and can be retried, and asks a server that was not reached once more. */
  retryAll: () => void;
  /** The answer about a file that is here already: it is taken from this thing instead of being sent. */
  link: (id: string, source: SameThing) => void;
  /** Stops an upload, or takes a finished one off the list. */
  remove: (id: string) => void;
}

/** The uploads to each place: made when first asked for, and the same object as long as the page lives. */
export function uploadsByPlace<Place extends string, Fields>(
  kindOf: (place: Place) => UploadKind<Fields>,
): (place: Place) => Uploads<Fields> {
  const made = new Map<Place, Uploads<Fields>>();
  return (place) => {
    const known = made.get(place);
    if (known) return known;
    const uploads = makeUploads(kindOf(place));
    made.set(place, uploads);
    return uploads;
  };
}

/** Makes the uploads of one kind. Call it once for each: they live as long as the page. */
export function makeUploads<Fields>(kind: UploadKind<Fields>): Uploads<Fields> {
  let queue: UploadQueue<Fields> = [];
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const asked = new Map<string, (source: SameThing) => void>();
  const interruptions = new Map<string, (sentBytes: number) => boolean>();
  const watchers = new Set<() => void>();

  /** Whether a file that was interrupted may wait for the connection. */
  function mayWait(id: string): boolean {
    const may = interruptions.get(id) ?? interruptionCounter();
    interruptions.set(id, may);
    const item = queue.find((each) => each.id === id);
    return may(item ? sentBytesOf(item) : 0);
  }
  /** False of a file that the server had before this attempt: its interruptions have another reason than the sending. */
  function isBeingSent(id: string): boolean {
    return queue.some((item) => item.id === id && item.phase.kind === "sending");
  }
  function startDue(): void {
    if (connection.isPaused()) return;
    for (const item of dueToStart(queue)) start(item.id, item.attempt);
  }
  function happen(reported: UploadEvent<Fields>): void {
    const isEnd = reported.type === "interrupted" && !mayWait(reported.id);
    const event: UploadEvent<Fields> = isEnd ? { ...reported, type: "failed" } : reported;
    if (event.type === "interrupted") connection.pause();
    if (event.type === "arrived" && isBeingSent(event.id)) interruptions.delete(event.id);
    queue = afterUpload(queue, event);
    for (const watcher of watchers) watcher();
    if (event.type === "published") kind.onPublished();
    if (event.type === "published" || event.type === "failed" || event.type === "interrupted") running.delete(event.id);
    startDue();
  }
  function start(id: string, attempt: number): void {
    const file = files.get(id);
    if (!file) return;
    const stop = new AbortController();
    running.set(id, stop);
    sentHere.add(id);
    happen({ type: "started", id, attempt });
    const item = queue.find((each) => each.id === id);
    const askForSource = (signal: AbortSignal) =>
      new Promise<SameThing>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        asked.set(id, resolve);
      });
    if (item) void runUpload(item, file, kind, happen, stop.signal, askForSource);
  }
  function remove(id: string): void {
    const stop = running.get(id);
    const item = queue.find((each) => each.id === id);
    stop?.abort(new Error("cancelled"));
    running.delete(id);
    asked.delete(id);
    files.delete(id);
    interruptions.delete(id);
    // One that was only recognised, or has not begun, is not known to the server; one that is ready stays.
    const kind = item?.phase.kind;
    if (kind !== "known" && (stop || kind === "failed" || kind === "paused")) {
      // The server also forgets uploads that never finish; this only makes it sooner.
      giveUpUpload(id).catch((error: unknown) => console.warn("The upload was not given up at the server.", error));
    }
    happen({ type: "removed", id });
  }

  connection.watch(startDue);
  window.addEventListener("beforeunload", (event) => {
    if (isBusy(queue)) event.preventDefault();
  });
  session.onEnd(() => {
    for (const item of queue) {
      running.get(item.id)?.abort(new Error("signed out"));
      files.delete(item.id);
    }
    running.clear();
    asked.clear();
    interruptions.clear();
    sentHere.clear();
    queue = [];
    for (const watcher of watchers) watcher();
  });

  const uploads: Uploads<Fields> = {
    queue: () => queue,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    add: (chosen) => {
      for (const { file, fields, id = newUlid() } of chosen) {
        // An earlier try with another file is over.
        if (queue.some((item) => item.id === id)) happen({ type: "removed", id });
        interruptions.delete(id);
        files.set(id, file);
        happen({ type: "added", item: { id, fileName: file.name, sizeBytes: file.size, fields } });
      }
    },
    retry: (id) => {
      const file = files.get(id);
      const item = queue.find((each) => each.id === id);
      if (!file || item?.phase.kind !== "failed") return;
      // With the same id the server goes on where it was, or looks again.
      const { retry } = item.phase;
      const newId = retry === "anew" ? newUlid() : id;
      files.delete(id);
      interruptions.delete(id);
      files.set(newId, file);
      happen({ type: "retried", id, newId, isRecheck: retry === "check" });
    },
    retryAll: () => {
      connection.askNow();
      for (const { id, phase } of queue) if (phase.kind === "failed" && phase.retry !== "none") uploads.retry(id);
    },
    link: (id, source) => {
      asked.get(id)?.(source);
      asked.delete(id);
    },
    remove,
  };
  keepLive(uploads);
  return uploads;
}
