/**
 * Which files are on their way, as one value that changes by facts. Nothing here sends anything: `run.ts`
 * does the work and reports what happened.
 */

import type { SameThing, Suggestions } from "@/data/uploads/uploads";
import type { Retry } from "./errors";

/** Files that are hashed, sent or checked at the same time. */
const UPLOADS_AT_ONCE = 2;

export type UploadPhase =
  | { kind: "waiting" }
  | { kind: "reading"; readBytes: number }
  /** These have the very same file: the person says whether it is to be used. */
  | { kind: "known"; things: readonly SameThing[] }
  | { kind: "sending"; sentBytes: number; bytesPerSec: number }
  /** Waits until the server can be reached again. */
  | { kind: "paused"; sentBytes: number }
  | { kind: "processing" }
  | { kind: "ready"; resultId: string; published?: Published | undefined }
  | ({ kind: "failed"; sentBytes: number } & Failure);

/** What was published, and the metadata suggestions of its file. */
export interface Published {
  title: string;
  suggestions: Suggestions;
}

/** Why an upload failed. */
export interface Failure {
  reason: string;
  retry: Retry;
  /** What was uploaded is published all the same; something that belongs to it is not. */
  isPublished?: boolean | undefined;
}

/** A file; `Fields` is what the person typed about it. */
export interface UploadItem<Fields = unknown> {
  /** The upload's id on the server, made here. */
  id: string;
  /** Grows with each retry: what an earlier attempt still reports is ignored. */
  attempt: number;
  fileName: string;
  sizeBytes: number;
  fields: Fields;
  phase: UploadPhase;
  /** The server has the file: it is only to check it once more. */
  isRecheck?: boolean | undefined;
}

export type UploadEvent<Fields = never> =
  | { type: "added"; item: Pick<UploadItem<Fields>, "id" | "fileName" | "sizeBytes" | "fields"> }
  | { type: "started"; id: string; attempt: number }
  | { type: "read"; id: string; attempt: number; readBytes: number }
  | { type: "known"; id: string; attempt: number; things: readonly SameThing[] }
  | { type: "sent"; id: string; attempt: number; sentBytes: number; bytesPerSec: number }
  | { type: "arrived"; id: string; attempt: number }
  | { type: "published"; id: string; attempt: number; resultId: string; published?: Published | undefined }
  | ({ type: "failed"; id: string; attempt: number } & Failure)
  /** The connection is the reason. */
  | ({ type: "interrupted"; id: string; attempt: number } & Failure)
  | { type: "retried"; id: string; newId: string; isRecheck?: boolean | undefined }
  | { type: "removed"; id: string };

export type UploadQueue<Fields = unknown> = readonly UploadItem<Fields>[];

/** Whether an upload still needs the network. */
export function isUnderWay({ phase }: UploadItem): boolean {
  return phase.kind === "reading" || phase.kind === "sending" || phase.kind === "processing";
}

/** Whether an upload starts when there is room. */
function isDue({ phase }: UploadItem): boolean {
  return phase.kind === "waiting" || phase.kind === "paused";
}

/** Whether an upload is to be sent or is under way. */
export const isUnfinished = (item: UploadItem): boolean => isDue(item) || isUnderWay(item);

/** Whether anything is waiting or under way. */
export const isBusy = (queue: UploadQueue): boolean => queue.some(isUnfinished);

/** The uploads to start now, oldest first, so that no more than `UPLOADS_AT_ONCE` run. */
export function dueToStart<Fields>(queue: UploadQueue<Fields>): UploadItem<Fields>[] {
  const free = UPLOADS_AT_ONCE - queue.filter(isUnderWay).length;
  return queue.filter(isDue).slice(0, Math.max(0, free));
}

/** Done files, bytes done, and bytes in all: the line under the list. */
export function totals(queue: UploadQueue): { done: number; doneBytes: number; allBytes: number } {
  return {
    done: queue.filter((item) => item.phase.kind === "ready").length,
    doneBytes: queue.reduce((sum, item) => sum + sentBytesOf(item), 0),
    allBytes: queue.reduce((sum, item) => sum + item.sizeBytes, 0),
  };
}

/** How many bytes of an upload were sent by its present attempt. */
export function sentBytesOf({ phase, sizeBytes }: UploadItem): number {
  switch (phase.kind) {
    case "sending":
    case "paused":
    case "failed":
      return phase.sentBytes;
    case "processing":
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
      return { kind: "known", things: event.things };
    case "sent":
      return { kind: "sending", sentBytes: event.sentBytes, bytesPerSec: event.bytesPerSec };
    case "arrived":
      return { kind: "processing" };
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

/** The queue after `event`. Reports about removed uploads and earlier attempts change nothing. */
export function afterUpload<Fields>(queue: UploadQueue<Fields>, event: UploadEvent<Fields>): UploadQueue<Fields> {
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
              // A check that has begun is not asked for again.
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

/** A title from a file's name: 'lecture-17_iterators.pdf' → 'lecture 17 iterators'. */
export function titleFromFileName(fileName: string): string {
  return fileName
    .replace(/\.(pdf|mp3|m4a|aac|og[ga]|opus|wav|flac)$/i, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
}
