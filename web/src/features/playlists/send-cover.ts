import { payload } from "@/api/client";
import { ApiProblem } from "@/api/problem";
import { untyped } from "@/api/untyped";
import { getUpload, type UploadTicket } from "@/api/uploads";

/** Between two questions about a picture that the server is checking, in milliseconds; grows a little each time. */
const POLL_FIRST_MS = 300;
const POLL_MAX_MS = 2000;

/** Why a picture did not become the cover, in a sentence for people. */
export class CoverError extends Error {}

/** What a picture is called by the server, made from all of it. */
async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A place to send the picture to; nothing when an earlier attempt had already delivered it. */
async function declare(
  playlistId: string,
  uploadId: string,
  file: File,
  signal: AbortSignal,
): Promise<UploadTicket | undefined> {
  const body = {
    id: uploadId,
    fileName: file.name,
    contentType: file.type,
    sizeBytes: file.size,
    sha256: await sha256Of(file),
  };
  try {
    const params = { path: { id: playlistId } };
    return (await payload(untyped.POST("/api/playlists/{id}/cover", { params, body, signal }))) as UploadTicket;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "already_uploaded") return undefined;
    throw error;
  }
}

/** Only XMLHttpRequest tells how much of a body has been sent. */
function put(
  { url, headers }: UploadTicket,
  file: File,
  onSent: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(new CoverError("The connection broke. Please try again."));
    if (!url) {
      broken();
      return;
    }
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers ?? {})) {
      // The browser sets the length itself and refuses to be told.
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", (event) => onSent(event.loaded / Math.max(1, file.size)));
    request.addEventListener("error", broken);
    request.addEventListener("timeout", broken);
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new CoverError(`The file store refused the picture (${request.status}). Please try again.`));
    });
    signal.addEventListener(
      "abort",
      () => {
        request.abort();
        reject(signal.reason);
      },
      { once: true },
    );
    request.send(file);
  });
}

async function untilChecked(uploadId: string, signal: AbortSignal): Promise<void> {
  for (let wait = POLL_FIRST_MS; ; wait = Math.min(POLL_MAX_MS, wait * 1.3)) {
    const upload = await getUpload(uploadId, signal);
    if (upload.status === "ready") return;
    if (upload.status === "failed") throw new CoverError(upload.reason ?? "Choose another picture.");
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
  }
}

/**
 * Sends a picture and waits until it is the cover. The same `uploadId` again goes on with the same upload.
 * `onSent` hears how much of it is there, from 0 to 1; at 1 the server checks it.
 */
export async function sendCover(
  playlistId: string,
  uploadId: string,
  file: File,
  onSent: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const ticket = await declare(playlistId, uploadId, file, signal);
  if (ticket) await put(ticket, file, onSent, signal);
  onSent(1);
  await untilChecked(uploadId, signal);
}
