/** State machine of the upload queue. Sends nothing itself: `run.ts` does the work and reports events. */

import type { DuplicateItem, Suggestions } from "@/data/uploads/uploads";
import type { AccessibilityReport } from "@/parts/accessibility/findings";
import type { RetryAction } from "./errors";

const UPLOADS_AT_ONCE = 2;

export type UploadPhase =
  | { kind: "waiting" }
  | { kind: "reading"; readBytes: number }
  /** Published items already have this file. The user decides whether to reuse it. */
  | { kind: "known"; duplicates: readonly DuplicateItem[] }
  | { kind: "sending"; sentBytes: number; bytesPerSec: number }
  /** Waits until the server can be reached. */
  | { kind: "paused"; sentBytes: number }
  | { kind: "processing" }
  /** The file is valid and waits until the user publishes it. `report` is `undefined` if its text could not be read. */
  | {
      kind: "review";
      report: AccessibilityReport | undefined;
      /** True if another file from this page, such as a cover, is sent after the publication. */
      hasFollowUp?: boolean | undefined;
    }
  | { kind: "ready"; resultId: string; published?: PublishedUpload | undefined }
  | ({ kind: "failed"; sentBytes: number } & UploadFailure);

export interface PublishedUpload {
  title: string;
  suggestions: Suggestions;
}

export interface UploadFailure {
  reason: string;
  retry: RetryAction;
  /** True if the item is published and only a follow-up step failed. */
  isPublished?: boolean | undefined;
}

/** An upload; `Fields` are the form values of its file. */
export interface UploadItem<Fields = unknown> {
  /** Id of the upload on the server, created by the client. */
  id: string;
  /** Incremented by each retry. Events of earlier attempts are ignored. */
  attempt: number;
  fileName: string;
  sizeBytes: number;
  fields: Fields;
  phase: UploadPhase;
  /** True if the server has the file and only has to check it again. */
  isRecheck?: boolean | undefined;
}

export type UploadEvent<Fields = never> =
  | { type: "added"; item: Pick<UploadItem<Fields>, "id" | "fileName" | "sizeBytes" | "fields"> }
  | { type: "started"; id: string; attempt: number }
  | { type: "read"; id: string; attempt: number; readBytes: number }
  | { type: "known"; id: string; attempt: number; duplicates: readonly DuplicateItem[] }
  | { type: "sent"; id: string; attempt: number; sentBytes: number; bytesPerSec: number }
  | { type: "arrived"; id: string; attempt: number }
  | {
      type: "held";
      id: string;
      attempt: number;
      report: AccessibilityReport | undefined;
      hasFollowUp?: boolean | undefined;
    }
  | { type: "published"; id: string; attempt: number; resultId: string; published?: PublishedUpload | undefined }
  | ({ type: "failed"; id: string; attempt: number } & UploadFailure)
  /** Failure caused by the connection. */
  | ({ type: "interrupted"; id: string; attempt: number } & UploadFailure)
  | { type: "retried"; id: string; newId: string; isRecheck?: boolean | undefined }
  | { type: "removed"; id: string };

export type UploadQueue<Fields = unknown> = readonly UploadItem<Fields>[];

export function isInProgress({ phase }: UploadItem): boolean {
  return phase.kind === "reading" || phase.kind === "sending" || phase.kind === "processing";
}

/** Returns true if an upload can start when there is a free slot. */
function isDue({ phase }: UploadItem): boolean {
  return phase.kind === "waiting" || phase.kind === "paused";
}

export const isUnfinished = (item: UploadItem): boolean => isDue(item) || isInProgress(item);

export const hasUnfinishedUploads = (queue: UploadQueue): boolean => queue.some(isUnfinished);

/** Returns the uploads to start now, oldest first, within the limit of `UPLOADS_AT_ONCE`. */
export function uploadsToStart<Fields>(queue: UploadQueue<Fields>): UploadItem<Fields>[] {
  const free = UPLOADS_AT_ONCE - queue.filter(isInProgress).length;
  return queue.filter(isDue).slice(0, Math.max(0, free));
}

/** Returns the summary of the queue: finished files, bytes sent and total bytes. */
export function queueTotals(queue: UploadQueue): { done: number; doneBytes: number; allBytes: number } {
  return {
    done: queue.filter((item) => item.phase.kind === "ready").length,
    doneBytes: queue.reduce((sum, item) => sum + sentBytesOf(item), 0),
    allBytes: queue.reduce((sum, item) => sum + item.sizeBytes, 0),
  };
}

export function sentBytesOf({ phase, sizeBytes }: UploadItem): number {
  switch (phase.kind) {
    case "sending":
    case "paused":
    case "failed":
      return phase.sentBytes;
    case "processing":
    case "review":
    case "ready":
      return sizeBytes;
    case "waiting":
    case "reading":
    case "known":
      return 0;
  }
}

function phaseAfter(item: UploadItem, event: Extract<UploadEvent, { attempt: number }>): UploadPhase {
  switch (event.type) {
    case "started":
      return { kind: "reading", readBytes: 0 };
    case "read":
      return { kind: "reading", readBytes: event.readBytes };
    case "known":
      return { kind: "known", duplicates: event.duplicates };
    case "sent":
      return { kind: "sending", sentBytes: event.sentBytes, bytesPerSec: event.bytesPerSec };
    case "arrived":
      return { kind: "processing" };
    case "held":
      return { kind: "review", report: event.report, hasFollowUp: event.hasFollowUp };
    case "published":
      return { kind: "ready", resultId: event.resultId, published: event.published };
    case "interrupted":
      return { kind: "paused", sentBytes: item.phase.kind === "processing" ? 0 : sentBytesOf(item) };
    case "failed":
      return {
        kind: "failed",
        reason: event.reason,
        retry: event.retry,
        isPublished: event.isPublished,
        sentBytes: sentBytesOf(item),
      };
  }
}

/** Applies an event to the queue. Ignores events of removed uploads and earlier attempts. */
export function uploadReducer<Fields>(queue: UploadQueue<Fields>, event: UploadEvent<Fields>): UploadQueue<Fields> {
  switch (event.type) {
    case "added":
      return [...queue, { ...event.item, attempt: 1, phase: { kind: "waiting" } }];
    case "removed":
      return queue.filter((item) => item.id !== event.id);
    case "retried":
      return queue.map((item) =>
        item.id === event.id && item.phase.kind === "failed"
          ? {
              ...item,
              id: event.newId,
              attempt: item.attempt + 1,
              phase: { kind: "waiting" },
              isRecheck: event.isRecheck,
            }
          : item,
      );
    case "interrupted":
      return queue.map((item) =>
        item.id === event.id && item.attempt === event.attempt
          ? {
              ...item,
              attempt: item.attempt + 1,
              phase: phaseAfter(item, event),
              // Once the check has started, it is not requested again.
              isRecheck: item.isRecheck && item.phase.kind !== "processing",
            }
          : item,
      );
    default: {
      const isMeant = (item: UploadItem<Fields>) => item.id === event.id && item.attempt === event.attempt;
      return queue.some(isMeant)
        ? queue.map((item) => (isMeant(item) ? { ...item, phase: phaseAfter(item, event) } : item))
        : queue;
    }
  }
}

/** Makes a title from a file name: `lecture-17_iterators.pdf` becomes `lecture 17 iterators`. */
export function titleFromFileName(fileName: string): string {
  return fileName
    .replace(/\.(pdf|mp3|m4a|aac|og[ga]|opus|wav|flac)$/i, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
}
