import { ApiProblem, problemText } from "@/api/problem";
import { MULTIPART_FROM_BYTES, PART_BYTES } from "@/core/limits";
import {
  completeUpload,
  type DuplicateItem,
  findDuplicates,
  getUpload,
  publishUpload,
  renewUploadLease,
  retryUpload,
  reuseDuplicateFile,
  signParts,
  type Upload,
  type UploadFileInfo,
  type UploadTicket,
} from "@/data/uploads/uploads";
import { withTimeout } from "@/lib/time/with-timeout";
import { type FileHashes, hashFile } from "../hashing/hash";
import { FollowUpError, InterruptedError, isInterruption, type RetryAction, UploadError } from "./errors";
import type { PublishedUpload, UploadEvent, UploadFailure, UploadItem } from "./queue";
import { createRateMeter, delay, putFile } from "./send";
import { type PartsTransport, sendParts } from "./send-parts";

/** First and largest polling interval while the server checks a file, in milliseconds. */
const POLL_FIRST_MS = 500;
const POLL_MAX_MS = 3000;

/** Interval of heartbeats while a file is being sent, in milliseconds. The server gives up after 150 s without one. */
const SIGN_OF_LIFE_MS = 20_000;

/** Timeout of an API request, in milliseconds. API Gateway answers within 30 s. */
const ANSWER_MS = 40_000;

/** Polling interval while a held file waits for the user, in milliseconds. */
const POLL_HELD_MS = 15_000;

const FIRST_ATTEMPT = 1;

/** Kind of upload: its requests, its result and its messages. */
export interface UploadKind<Fields> {
  /** Creates the upload. Repeating the id returns the same upload with new signed URLs. */
  create: (file: UploadFileInfo, fields: Fields, signal: AbortSignal) => Promise<UploadTicket>;
  /** Content type if the browser reports none. */
  contentType: string;
  /** True if large files are sent in parts. */
  isMultipart: boolean;
  /** True if files that are already published can be reused instead of sent. */
  detectsDuplicates?: boolean | undefined;
  resultIdOf: (upload: Upload) => string | null | undefined;
  /**
   * Follow-up step after publication, such as the upload of a cover. The upload completes with it; if it throws, the
   * upload fails and a retry starts here.
   */
  followUp?: (resultId: string, fields: Fields, signal: AbortSignal, uploadId: string) => Promise<void>;
  /** True if the upload has a follow-up step that is lost if the page is closed before it. */
  hasFollowUp?: (fields: Fields, uploadId: string) => boolean;
  onPublished: () => void;
  texts: UploadTexts;
}

export interface UploadTexts {
  done: string;
  failed: string;
  /** Replaces the message `failed` if the server rejected the file permanently, so that a retry is useless. */
  rejectedForGood?: string | undefined;
  /** Message if the server rejected a file without a reason. */
  rejected: string;
}

type Report = (event: UploadEvent) => void;

/** Decisions of the user, for which an upload waits. */
export interface Decisions {
  /** Asks which of the items with the same file to reuse. */
  askForSource?: (signal: AbortSignal) => Promise<DuplicateItem>;
  /** Resolves when a held file should be published. */
  askToPublish?: (signal: AbortSignal) => Promise<void>;
}

type Job<Fields> = Pick<UploadItem<Fields>, "id" | "attempt" | "fields" | "isRecheck">;

/** Hashes, creates, sends and awaits one upload. Reports events; never throws. */
export async function runUpload<Fields>(
  item: Job<Fields>,
  file: File,
  kind: UploadKind<Fields>,
  report: Report,
  signal: AbortSignal,
  decisions?: Decisions,
): Promise<void> {
  const at = { id: item.id, attempt: item.attempt };
  try {
    if (item.isRecheck) await recheck(item.id, signal);
    else await deliver(item, file, kind, report, signal, decisions?.askForSource);
    report({ type: "arrived", ...at });
    let checked = await untilChecked(item.id, kind, signal);
    if ("held" in checked && decisions?.askToPublish) {
      const hasFollowUp = kind.hasFollowUp?.(item.fields, item.id);
      report({ type: "held", ...at, report: checked.held.accessibility, hasFollowUp });
      const isPublishedHere = await untilDecided(item.id, decisions.askToPublish, signal);
      report({ type: "arrived", ...at });
      if (isPublishedHere) await publishHeld(item.id, signal);
      checked = await untilChecked(item.id, kind, signal, "restart");
    }
    if ("held" in checked)
      throw new UploadError("The file has not been published. Publish it in the list of uploads.", "none");
    const { resultId, published } = checked;
    await kind.followUp?.(resultId, item.fields, signal, item.id);
    report({ type: "published", ...at, resultId, published });
  } catch (error) {
    if (signal.aborted) return;
    report({ type: isInterruption(error) ? "interrupted" : "failed", ...at, ...failureOf(error) });
  }
}

/** Calls the API with a timeout, because a stalled connection raises no error. */
async function answered<T>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  let isLate = false;
  try {
    return await withTimeout(ANSWER_MS, (late) => {
      late.addEventListener("abort", () => {
        isLate = true;
      });
      return ask(AbortSignal.any([signal, late]));
    });
  } catch (error) {
    throw isLate ? new InterruptedError("Note Ninja didn't respond. Press Retry.") : error;
  }
}

function failureOf(error: unknown): UploadFailure {
  if (error instanceof UploadError) {
    return { reason: error.message, retry: error.retry, isPublished: error instanceof FollowUpError };
  }
  // A retry would send the same invalid values.
  const isWrong = error instanceof ApiProblem && (error.status === 400 || error.status === 422);
  return { reason: problemText(error), retry: isWrong ? "none" : "send" };
}

/** Requests another check of the stored file. */
async function recheck(id: string, signal: AbortSignal): Promise<void> {
  try {
    await answered(signal, (until) => retryUpload(id, until));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) {
      throw new UploadError("The server did not store the file. Press Retry to send it again.", "restart");
    }
    // A check is running or has finished; polling returns its state.
    if (error instanceof ApiProblem && error.status === 409) return;
    throw error;
  }
}

/**
 * Waits until a held file is to be published. Returns false if the file is no longer held: it was published or
 * cancelled in another tab, or deleted after a day.
 */
async function untilDecided(
  id: string,
  askToPublish: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const decided = new AbortController();
  const until = AbortSignal.any([signal, decided.signal]);
  try {
    return await Promise.race([askToPublish(until).then(() => true), untilNotHeld(id, until).then(() => false)]);
  } finally {
    decided.abort(new Error("decided"));
  }
}

async function untilNotHeld(id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    await delay(POLL_HELD_MS, signal);
    try {
      if ((await answered(signal, (until) => getUpload(id, until))).status !== "review") return;
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return;
      // The next poll may succeed.
    }
  }
}

/** Publishes a held file after the user has seen its report. */
async function publishHeld(id: string, signal: AbortSignal): Promise<void> {
  try {
    await answered(signal, (until) => publishUpload(id, until));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) {
      throw new UploadError("The file was kept for one day only. Press Retry to send it again.", "restart");
    }
    // Another tab is publishing it; polling returns its state.
    if (error instanceof ApiProblem && error.status === 409) return;
    throw error;
  }
}

/** Sends the file to the server, or links it to an item with the same file. */
async function deliver<Fields>(
  item: Job<Fields>,
  file: File,
  kind: UploadKind<Fields>,
  report: Report,
  signal: AbortSignal,
  askForSource: Decisions["askForSource"],
): Promise<void> {
  const at = { id: item.id, attempt: item.attempt };
  // Check this before searching for duplicates: the item published by an earlier attempt has the same file.
  if (item.attempt > FIRST_ATTEMPT && (await isDelivered(item.id, signal))) return;
  const partBytes = kind.isMultipart && file.size > MULTIPART_FROM_BYTES ? PART_BYTES : undefined;
  const onRead = (readBytes: number) => report({ type: "read", ...at, readBytes });
  const hashes = await hashFile({ file, partBytes }, onRead, signal);
  let source: DuplicateItem | undefined;
  if (kind.detectsDuplicates && askForSource) {
    const duplicates = await known(hashes.sha256, signal);
    if (duplicates.length > 0) {
      report({ type: "known", ...at, duplicates });
      source = await askForSource(signal);
      report({ type: "arrived", ...at });
    }
  }
  const ticket = await createUpload(item, file, kind, hashes.sha256, signal);
  // An earlier attempt already delivered the file.
  if (!ticket) return;
  if (source) {
    await answered(signal, (until) => reuseDuplicateFile(item.id, source, until));
    return;
  }
  const speed = createRateMeter();
  const signsOfLife = setInterval(() => void renewUploadLease(item.id).catch(() => undefined), SIGN_OF_LIFE_MS);
  try {
    await send(ticket, file, hashes, signal, (sentBytes) =>
      report({ type: "sent", ...at, sentBytes, bytesPerSec: speed(sentBytes, performance.now()) }),
    );
  } finally {
    clearInterval(signsOfLife);
  }
}

/** Returns true if the server already accepted the file or is still checking it. */
async function isDelivered(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await answered(signal, (until) => getUpload(id, until));
    return status === "ready" || status === "checking" || status === "review";
  } catch (error) {
    // The upload was never created.
    if (error instanceof ApiProblem && error.status === 404) return false;
    throw error;
  }
}

/** Returns the items with the same file. Returns none if the lookup fails, so that the file is sent as new. */
async function known(sha256: string, signal: AbortSignal): Promise<readonly DuplicateItem[]> {
  try {
    return await answered(signal, (until) => findDuplicates(sha256, until));
  } catch (error) {
    if (signal.aborted || isInterruption(error)) throw error;
    console.warn("It could not be found out whether the file is already here.", error);
    return [];
  }
}

/** Creates the upload and returns its ticket, or `undefined` if an earlier attempt already delivered the file. */
async function createUpload<Fields>(
  { id, fields }: Pick<UploadItem<Fields>, "id" | "fields">,
  file: File,
  kind: UploadKind<Fields>,
  sha256: string,
  signal: AbortSignal,
): Promise<UploadTicket | undefined> {
  const contentType = file.type || kind.contentType;
  const declaration = { id, fileName: file.name, contentType, sizeBytes: file.size, sha256 };
  try {
    return await answered(signal, (until) => kind.create(declaration, fields, until));
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "already_uploaded") return undefined;
    throw error;
  }
}

async function send(
  { id, url, headers, multipart }: UploadTicket,
  file: File,
  { partSha256s }: FileHashes,
  signal: AbortSignal,
  onSent: (sentBytes: number) => void,
): Promise<void> {
  if (multipart) {
    const parts = await sendParts({ file, multipart, partSha256s }, transportOf(id), signal, onSent);
    await answered(signal, (until) => completeUpload(id, parts, until));
  } else if (url && headers) {
    await putFile({ url, headers }, file, signal, onSent);
  } else {
    throw new UploadError("The upload could not start. Press Retry.");
  }
}

function transportOf(id: string): PartsTransport {
  return {
    putFile,
    delay,
    async sign(part, signal) {
      const { parts, uploadedParts } = await answered(signal, (until) => signParts(id, [part], until));
      const signed = uploadedParts[0] ?? parts[0];
      if (!signed) throw new UploadError("A part of this file could not be sent. Press Retry.");
      return signed;
    },
  };
}

/**
 * Polls until the server publishes, holds or rejects the file. Returns the published item or the held upload. `retry`
 * is the kind of retry that works if the server no longer stores the file.
 */
async function untilChecked<Fields>(
  id: string,
  kind: UploadKind<Fields>,
  signal: AbortSignal,
  retry: RetryAction = "none",
): Promise<{ resultId: string; published: PublishedUpload | undefined } | { held: Upload }> {
  for (let wait = POLL_FIRST_MS; ; wait = Math.min(POLL_MAX_MS, wait * 1.3)) {
    const upload = await answered(signal, (until) => getUpload(id, until));
    const resultId = kind.resultIdOf(upload);
    if (upload.status === "ready" && resultId) {
      const { title, suggestions } = upload;
      return { resultId, published: title && suggestions ? { title, suggestions } : undefined };
    }
    if (upload.status === "review") return { held: upload };
    if (upload.status === "failed") {
      throw new UploadError(upload.reason ?? kind.texts.rejected, upload.canRetry ? "check" : retry);
    }
    await delay(wait, signal);
  }
}
