import { cancelUpload, type DuplicateItem } from "@/data/uploads/uploads";
import { newUlid } from "@/lib/text/ulid";
import { createWatchers } from "@/lib/watchers";
import { session } from "@/session/session";
import { registerUploads } from "../active-uploads";
import { uploadsOfThisTab } from "../uploads-of-this-tab";
import { interruptionCounter, uploadConnection } from "./connection";
import {
  hasUnfinishedUploads,
  sentBytesOf,
  type UploadEvent,
  type UploadQueue,
  uploadReducer,
  uploadsToStart,
} from "./queue";
import { runUpload, type UploadKind } from "./run";

interface ChosenUpload<Fields> {
  file: File;
  fields: Fields;
  /** Id of an upload that already exists on the server. */
  id?: string;
}

/** Upload queue of one collection. Uploads continue while the user visits other pages. */
export interface Uploads<Fields> {
  queue: () => UploadQueue<Fields>;
  watch: (watcher: () => void) => () => void;
  add: (chosen: readonly ChosenUpload<Fields>[]) => void;
  retry: (id: string) => void;
  /** Retries all failed uploads that can be retried, and checks the connection if uploads are paused. */
  retryAll: () => void;
  reuseFile: (id: string, source: DuplicateItem) => void;
  /** Publishes a file that was held for review. */
  publish: (id: string) => void;
  /** Stops an upload, or removes a finished one from the list. */
  remove: (id: string) => void;
}

/**
 * Returns a function that creates the queue of each collection on first use and keeps it for the lifetime of the page.
 */
export function uploadsByTarget<Place extends string, Fields>(
  kindOf: (place: Place) => UploadKind<Fields>,
): (place: Place) => Uploads<Fields> {
  const made = new Map<Place, Uploads<Fields>>();
  return (place) => {
    const known = made.get(place);
    if (known) return known;
    const uploads = createUploads(kindOf(place));
    made.set(place, uploads);
    return uploads;
  };
}

/** Creates an upload queue. Call it once per kind; the queue lives as long as the page. */
export function createUploads<Fields>(kind: UploadKind<Fields>): Uploads<Fields> {
  let queue: UploadQueue<Fields> = [];
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const duplicateChoices = new Map<string, (source: DuplicateItem) => void>();
  const publishChoices = new Map<string, () => void>();
  const interruptions = new Map<string, (sentBytes: number) => boolean>();
  const watchers = createWatchers();

  /** Returns true if an interrupted upload may wait for the connection. */
  function mayWait(id: string): boolean {
    const may = interruptions.get(id) ?? interruptionCounter();
    interruptions.set(id, may);
    const item = queue.find((each) => each.id === id);
    return may(item ? sentBytesOf(item) : 0);
  }
  /** Returns true while the file is being sent. Once the server has the file, interruptions have another cause. */
  function isBeingSent(id: string): boolean {
    return queue.some((item) => item.id === id && item.phase.kind === "sending");
  }
  function startDue(): void {
    if (uploadConnection.isPaused()) return;
    for (const item of uploadsToStart(queue)) start(item.id, item.attempt);
  }
  function happen(reported: UploadEvent<Fields>): void {
    const isEnd = reported.type === "interrupted" && !mayWait(reported.id);
    const event: UploadEvent<Fields> = isEnd ? { ...reported, type: "failed" } : reported;
    if (event.type === "interrupted") uploadConnection.pause();
    if (event.type === "arrived" && isBeingSent(event.id)) interruptions.delete(event.id);
    queue = uploadReducer(queue, event);
    watchers.tell();
    if (event.type === "published") kind.onPublished();
    if (event.type === "published" || event.type === "failed" || event.type === "interrupted") running.delete(event.id);
    startDue();
  }
  function start(id: string, attempt: number): void {
    const file = files.get(id);
    if (!file) return;
    const stop = new AbortController();
    running.set(id, stop);
    uploadsOfThisTab.add(id);
    happen({ type: "started", id, attempt });
    const item = queue.find((each) => each.id === id);
    const decision =
      <Choice>(choices: Map<string, (choice: Choice) => void>) =>
      (signal: AbortSignal) =>
        new Promise<Choice>((resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          choices.set(id, resolve);
        });
    const decisions = { askForSource: decision(duplicateChoices), askToPublish: decision<void>(publishChoices) };
    if (item) void runUpload(item, file, kind, happen, stop.signal, decisions);
  }
  function remove(id: string): void {
    const stop = running.get(id);
    const item = queue.find((each) => each.id === id);
    stop?.abort(new Error("cancelled"));
    running.delete(id);
    duplicateChoices.delete(id);
    publishChoices.delete(id);
    files.delete(id);
    interruptions.delete(id);
    // Duplicates and waiting uploads are unknown to the server, and published ones must stay.
    const kind = item?.phase.kind;
    if (kind !== "known" && (stop || kind === "failed" || kind === "paused")) {
      // The server deletes unfinished uploads after a time; this only frees them earlier.
      cancelUpload(id).catch((error: unknown) => console.warn("The upload was not given up at the server.", error));
    }
    happen({ type: "removed", id });
  }

  uploadConnection.watch(startDue);
  window.addEventListener("beforeunload", (event) => {
    const wouldLoseFollowUp = queue.some(({ phase }) => phase.kind === "review" && phase.hasFollowUp);
    if (hasUnfinishedUploads(queue) || wouldLoseFollowUp) event.preventDefault();
  });
  session.onEnd(() => {
    for (const item of queue) {
      running.get(item.id)?.abort(new Error("signed out"));
      files.delete(item.id);
    }
    running.clear();
    duplicateChoices.clear();
    publishChoices.clear();
    interruptions.clear();
    uploadsOfThisTab.clear();
    queue = [];
    watchers.tell();
  });

  const uploads: Uploads<Fields> = {
    queue: () => queue,
    watch: watchers.watch,
    add: (chosen) => {
      for (const { file, fields, id = newUlid() } of chosen) {
        // The same upload may have been tried with another file before. Replace that attempt.
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
      // With the same id the server resumes the upload or repeats its check.
      const { retry } = item.phase;
      const newId = retry === "restart" ? newUlid() : id;
      files.delete(id);
      interruptions.delete(id);
      files.set(newId, file);
      happen({ type: "retried", id, newId, isRecheck: retry === "check" });
    },
    retryAll: () => {
      uploadConnection.askNow();
      for (const { id, phase } of queue) if (phase.kind === "failed" && phase.retry !== "none") uploads.retry(id);
    },
    reuseFile: (id, source) => {
      duplicateChoices.get(id)?.(source);
      duplicateChoices.delete(id);
    },
    publish: (id) => {
      publishChoices.get(id)?.();
      publishChoices.delete(id);
    },
    remove,
  };
  registerUploads(uploads);
  return uploads;
}
