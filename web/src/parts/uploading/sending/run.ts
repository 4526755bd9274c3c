import { ApiProblem, problemText } from "@/api/problem";
import { MULTIPART_FROM_BYTES, PART_BYTES } from "@/core/limits";
import {
  completeUpload,
  type FileDeclaration,
  getUpload,
  keepSending,
  linkUpload,
  retryUpload,
  type SameThing,
  signParts,
  thingsWithFile,
  type Upload,
  type UploadTicket,
} from "@/data/uploads/uploads";
import { within } from "@/lib/time/within";
import { type FileHashes, hashFile } from "../hashing/hash";
import { Incomplete, Interrupted, isInterruption, UploadError } from "./errors";
import type { Failure, Published, UploadEvent, UploadItem } from "./queue";
import { pause, put, speedometer } from "./send";
import { type PartsTransport, sendParts } from "./send-parts";

/** Between two questions about a file that the server is checking, in milliseconds; grows a little each time. */
const POLL_FIRST_MS = 500;
const POLL_MAX_MS = 3000;

/** How often the server is told that a file is still being sent, in milliseconds: it takes 150 s of silence for the end. */
const SIGN_OF_LIFE_MS = 20_000;

/** The API Gateway answers within 30 s. A request without an answer after this long counts as interrupted, in milliseconds. */
const ANSWER_MS = 40_000;

/** The number of an upload's attempt that nobody asked for again. */
const FIRST_ATTEMPT = 1;

/** A kind of upload: how it is declared, what it becomes, and its messages. */
export interface UploadKind<Fields> {
  /** Declares a file; the same id again gives the same upload with new addresses. */
  declare: (file: FileDeclaration, fields: Fields, signal: AbortSignal) => Promise<UploadTicket>;
  /** What is announced when the browser knows no type for the file. */
  contentType: string;
  /** Whether large files are sent in parts. */
  inParts: boolean;
  /** Whether a file that is here already is recognised, so that it need not be sent. */
  recognises?: boolean | undefined;
  /** Id of what the file has become. */
  resultOf: (upload: Upload) => string | null | undefined;
  /**
   * Uploads what belongs to the published item. The upload is done when this is; when it throws, the upload fails,
   * and a retry starts here.
   */
  followUp?: (resultId: string, fields: Fields, signal: AbortSignal) => Promise<void>;
  /** Called when a file has become visible. */
  onPublished: () => void;
  texts: UploadTexts;
}

/** Sentences about an upload. */
export interface UploadTexts {
  done: string;
  failed: string;
  /** In place of `failed` for a file that was refused for good: trying again cannot help. */
  broken?: string | undefined;
  /** When the server refused a file without saying why. */
  refused: string;
}

type Report = (event: UploadEvent) => void;

/** Asks the person which of these, that have the very same file, it is to be taken from. */
type AskForSource = (signal: AbortSignal) => Promise<SameThing>;

type Job<Fields> = Pick<UploadItem<Fields>, "id" | "attempt" | "fields" | "isRecheck">;

/** Hashes, declares, sends and waits for one file. Reports all it does; never throws. */
export async function runUpload<Fields>(
  item: Job<Fields>,
  file: File,
  kind: UploadKind<Fields>,
  report: Report,
  signal: AbortSignal,
  askForSource?: AskForSource,
): Promise<void> {
  const at = { id: item.id, attempt: item.attempt };
  try {
    if (item.isRecheck) await recheck(item.id, signal);
    else await deliver(item, file, kind, report, signal, askForSource);
    report({ type: "arrived", ...at });
    const { resultId, published } = await untilChecked(item.id, kind, signal);
    await kind.followUp?.(resultId, item.fields, signal);
    report({ type: "published", ...at, resultId, published });
  } catch (error) {
    if (signal.aborted) return;
    report({ type: isInterruption(error) ? "interrupted" : "failed", ...at, ...failureOf(error) });
  }
}

/** Asks the API. A network that is silent reports no error, so that the upload would wait without end. */
async function answered<T>(signal: AbortSignal, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  let isLate = false;
  try {
    return await within(ANSWER_MS, (late) => {
      late.addEventListener("abort", () => {
        isLate = true;
      });
      return ask(AbortSignal.any([signal, late]));
    });
  } catch (error) {
    throw isLate ? new Interrupted("Note Ninja did not answer. Press Retry.") : error;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof UploadError) {
    return { reason: error.message, retry: error.retry, isPublished: error instanceof Incomplete };
  }
  // What was typed is sent again as it is, so the server would say the same again.
  const isWrong = error instanceof ApiProblem && (error.status === 400 || error.status === 422);
  return { reason: problemText(error), retry: isWrong ? "none" : "send" };
}

/** The server has the file: it only looks at it again. */
async function recheck(id: string, signal: AbortSignal): Promise<void> {
  try {
    await answered(signal, (until) => retryUpload(id, until));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) {
      throw new UploadError("The server has not kept the file. Press Retry to send it again.", "anew");
    }
    // It is checked already, or has been: asking for its state says which.
    if (error instanceof ApiProblem && error.status === 409) return;
    throw error;
  }
}

/** Brings a file to the server: sent, or taken from something that has it already. */
async function deliver<Fields>(
  item: Job<Fields>,
  file: File,
  kind: UploadKind<Fields>,
  report: Report,
  signal: AbortSignal,
  askForSource: AskForSource | undefined,
): Promise<void> {
  const at = { id: item.id, attempt: item.attempt };
  // Asked before the file is looked for: what an earlier attempt has become has this very file, too.
  if (item.attempt > FIRST_ATTEMPT && (await isDelivered(item.id, signal))) return;
  const partBytes = kind.inParts && file.size > MULTIPART_FROM_BYTES ? PART_BYTES : undefined;
  const onRead = (readBytes: number) => report({ type: "read", ...at, readBytes });
  const hashes = await hashFile({ file, partBytes }, onRead, signal);
  let source: SameThing | undefined;
  if (kind.recognises && askForSource) {
    const things = await known(hashes.sha256, signal);
    if (things.length > 0) {
      report({ type: "known", ...at, things });
      source = await askForSource(signal);
      report({ type: "arrived", ...at });
    }
  }
  const ticket = await declare(item, file, kind, hashes.sha256, signal);
  // An earlier attempt had already delivered it.
  if (!ticket) return;
  if (source) {
    await answered(signal, (until) => linkUpload(item.id, source, until));
    return;
  }
  const speed = speedometer();
  const signsOfLife = setInterval(() => void keepSending(item.id).catch(() => undefined), SIGN_OF_LIFE_MS);
  try {
    await send(ticket, file, hashes, signal, (sentBytes) =>
      report({ type: "sent", ...at, sentBytes, bytesPerSec: speed(sentBytes, performance.now()) }),
    );
  } finally {
    clearInterval(signsOfLife);
  }
}

/** Whether an earlier attempt brought the file to the server, which took it or still looks at it. */
async function isDelivered(id: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await answered(signal, (until) => getUpload(id, until));
    return status === "ready" || status === "checking";
  } catch (error) {
    // It was never declared.
    if (error instanceof ApiProblem && error.status === 404) return false;
    throw error;
  }
}

/** What has the file already. When that cannot be found out, the file is sent like a new one. */
async function known(sha256: string, signal: AbortSignal): Promise<readonly SameThing[]> {
  try {
    return await answered(signal, (until) => thingsWithFile(sha256, until));
  } catch (error) {
    if (signal.aborted || isInterruption(error)) throw error;
    console.warn("It could not be found out whether the file is here already.", error);
    return [];
  }
}

/** A place to send the file to; nothing when an earlier attempt had already delivered it. */
async function declare<Fields>(
  { id, fields }: Pick<UploadItem<Fields>, "id" | "fields">,
  file: File,
  kind: UploadKind<Fields>,
  sha256: string,
  signal: AbortSignal,
): Promise<UploadTicket | undefined> {
  const contentType = file.type || kind.contentType;
  const declaration = { id, fileName: file.name, contentType, sizeBytes: file.size, sha256 };
  try {
    return await answered(signal, (until) => kind.declare(declaration, fields, until));
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
    await put({ url, headers }, file, signal, onSent);
  } else {
    throw new UploadError("The server gave no address for this file. Press Retry.");
  }
}

function transportOf(id: string): PartsTransport {
  return {
    put,
    pause,
    async sign(part, signal) {
      const { parts, uploadedParts } = await answered(signal, (until) => signParts(id, [part], until));
      const signed = uploadedParts[0] ?? parts[0];
      if (!signed) throw new UploadError("The server gave no address for a part of this file. Press Retry.");
      return signed;
    },
  };
}

/** Asks until the server has published the file or refused it; answers with what it became. */
async function untilChecked<Fields>(
  id: string,
  kind: UploadKind<Fields>,
  signal: AbortSignal,
): Promise<{ resultId: string; published: Published | undefined }> {
  for (let wait = POLL_FIRST_MS; ; wait = Math.min(POLL_MAX_MS, wait * 1.3)) {
    const upload = await answered(signal, (until) => getUpload(id, until));
    const resultId = kind.resultOf(upload);
    if (upload.status === "ready" && resultId) {
      const { title, suggestions } = upload;
      return { resultId, published: title && suggestions ? { title, suggestions } : undefined };
    }
    if (upload.status === "failed") {
      throw new UploadError(upload.reason ?? kind.texts.refused, upload.canRetry ? "check" : "none");
    }
    await pause(wait, signal);
  }
}
