import { ApiProblem, problemText } from "@/api/problem";
import { declareUpload, getUpload, type UploadTicket } from "@/api/uploads";
import type { HashReply } from "./hash.worker";
import type { UploadEvent, UploadItem } from "./queue";

/** Between two questions about a file that the server is checking, in milliseconds; grows a little each time. */
const POLL_FIRST_MS = 500;
const POLL_MAX_MS = 3000;
/** Speed is measured over this many milliseconds at least, so that the time left does not jump. */
const SPEED_WINDOW_MS = 1000;

const PDF = "application/pdf";

type Report = (event: UploadEvent) => void;

/** Hashes, declares, sends and waits for one file. Reports all it does; never throws, except when aborted. */
export async function runUpload(
  item: UploadItem,
  file: File,
  courseCode: string,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const at = { id: item.id, attempt: item.attempt };
  try {
    const sha256 = await hashFile(file, (readBytes) => report({ type: "read", ...at, readBytes }), signal);
    const ticket = await declare(item, file, courseCode, sha256, signal);
    if (ticket) {
      const speed = speedometer();
      await send(ticket, file, signal, (sentBytes) =>
        report({ type: "sent", ...at, sentBytes, bytesPerSec: speed(sentBytes, performance.now()) }),
      );
    }
    report({ type: "arrived", ...at });
    report({ type: "published", ...at, noteId: await untilChecked(item.id, signal) });
  } catch (error) {
    if (signal.aborted) return;
    const reason = error instanceof UploadError ? error.message : problemText(error);
    report({ type: "failed", ...at, reason, isRefused: error instanceof Refused });
  }
}

/** Something went wrong on the way; the message says what to do. */
class UploadError extends Error {}
/** The server looked at the file and said no; the message is its reason. */
class Refused extends UploadError {}

function hashFile(file: File, onRead: (readBytes: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL("./hash.worker.ts", import.meta.url), { type: "module" });
  const hashing = new Promise<string>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.addEventListener("error", () => reject(new UploadError("This file could not be read. Choose it again.")));
    worker.addEventListener("message", ({ data }: MessageEvent<HashReply>) => {
      if (data.kind === "read") onRead(data.readBytes);
      else if (data.kind === "done") resolve(data.sha256);
      else reject(new UploadError("This file could not be read. Choose it again."));
    });
    worker.postMessage(file);
  });
  return hashing.finally(() => worker.terminate());
}

/** A place to send the file to; nothing when an earlier attempt had already delivered it. */
async function declare(
  item: UploadItem,
  file: File,
  courseCode: string,
  sha256: string,
  signal: AbortSignal,
): Promise<UploadTicket | undefined> {
  const { title, description, noteType, chapter } = item.fields;
  try {
    return await declareUpload(
      {
        id: item.id,
        courseCode,
        title,
        description,
        noteType,
        chapter,
        fileName: file.name,
        contentType: PDF,
        sizeBytes: file.size,
        sha256,
      },
      signal,
    );
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "already_uploaded") return undefined;
    throw error;
  }
}

/** Only XMLHttpRequest tells how much of a body has been sent. */
function send(
  ticket: UploadTicket,
  file: File,
  signal: AbortSignal,
  onSent: (sentBytes: number) => void,
): Promise<void> {
  const { url, headers } = ticket;
  // Only recordings are sent in parts.
  if (!url || !headers)
    return Promise.reject(new UploadError("The server gave no address for this file. Press Retry."));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const broken = () => reject(new UploadError("The connection broke. What you typed is kept; press Retry."));
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers)) {
      // The browser sets the length itself and refuses to be told.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", (event) => onSent(event.loaded));
    request.addEventListener("error", broken);
    request.addEventListener("timeout", broken);
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else
        reject(new UploadError(`The file store refused the file (${request.status}). Press Retry to send it again.`));
    });
    signal.addEventListener(
      "abort",
      () => {
        request.abort();
        reject(signal.reason);
      },
      { once: true },
    );
    onSent(0);
    request.send(file);
  });
}

/** Bytes a second, over the last second or more. */
export function speedometer(): (sentBytes: number, nowMs: number) => number {
  let from: { bytes: number; ms: number } | undefined;
  let last = 0;
  return (bytes, ms) => {
    from ??= { bytes, ms };
    const passed = ms - from.ms;
    if (passed >= SPEED_WINDOW_MS) {
      last = ((bytes - from.bytes) / passed) * 1000;
      from = { bytes, ms };
    } else if (last === 0 && passed > 0) {
      return ((bytes - from.bytes) / passed) * 1000;
    }
    return last;
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** Asks until the server has published the file or refused it; answers with the note's id. */
async function untilChecked(id: string, signal: AbortSignal): Promise<string> {
  for (let wait = POLL_FIRST_MS; ; wait = Math.min(POLL_MAX_MS, wait * 1.3)) {
    const upload = await getUpload(id, signal);
    if (upload.status === "ready" && upload.noteId) return upload.noteId;
    if (upload.status === "failed") {
      throw new Refused(upload.reason ?? "The file was not accepted. Check that it opens as a PDF.");
    }
    await pause(wait, signal);
  }
}
