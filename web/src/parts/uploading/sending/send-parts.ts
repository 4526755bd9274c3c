import type { UploadedPart, UploadTicket } from "@/data/uploads/uploads";
import { StorageRejectedError, UploadError } from "./errors";
import type { delay, PresignedTarget, putFile } from "./send";

export const PARTS_AT_ONCE = 3;
export const PART_ATTEMPTS = 5;
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 8000;

/** Requests and timer of the part upload, replaced in tests. */
export interface PartsTransport {
  /** Returns a signed URL for a part, or the ETag of a part that was already received. */
  sign: (part: { number: number; sha256: string }, signal: AbortSignal) => Promise<PresignedTarget | { etag: string }>;
  putFile: typeof putFile;
  delay: typeof delay;
}

interface PartsJob {
  file: Blob;
  multipart: NonNullable<UploadTicket["multipart"]>;
  /** SHA-256 of each part, in order. */
  partSha256s: readonly string[];
}

/** Returns true if a retry may succeed. It never does after a mismatch with the signature. */
function mayPass(error: unknown): boolean {
  if (error instanceof UploadError && error.retry === "none") return false;
  if (!(error instanceof StorageRejectedError)) return true;
  // 403: the signed URL has expired; the next attempt gets a new one.
  return error.status >= 500 || error.status === 403 || error.status === 408 || error.status === 429;
}

/**
 * Sends the missing parts concurrently and retries each part separately. Returns all parts for the request that
 * completes the upload.
 */
export async function sendParts(
  { file, multipart, partSha256s }: PartsJob,
  transport: PartsTransport,
  signal: AbortSignal,
  onSent: (sentBytes: number) => void,
): Promise<UploadedPart[]> {
  const { partSizeBytes, parts: count } = multipart;
  const done = new Map(multipart.uploadedParts.map(({ number, etag }) => [number, etag]));
  const left = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !done.has(number));
  const partOf = (number: number) => file.slice((number - 1) * partSizeBytes, number * partSizeBytes);
  const underWay = new Map<number, number>();
  const tell = () => {
    let sentBytes = 0;
    for (const number of done.keys()) sentBytes += partOf(number).size;
    for (const bytes of underWay.values()) sentBytes += bytes;
    onSent(sentBytes);
  };
  // After a failure no new part starts. Running parts may finish, so that a retry need not send them again.
  let failure: { error: unknown } | undefined;

  async function sendOnce(number: number): Promise<string> {
    const destination = await transport.sign({ number, sha256: partSha256s[number - 1] ?? "" }, signal);
    if ("etag" in destination) return destination.etag;
    const etag = await transport.putFile(destination, partOf(number), signal, (bytes) => {
      underWay.set(number, bytes);
      tell();
    });
    if (etag === null) throw new UploadError("The file store did not confirm a part. Press Retry to send it again.");
    return etag;
  }
  async function sendPart(number: number): Promise<void> {
    for (let attempt = 1, wait = RETRY_FIRST_MS; ; attempt += 1, wait = Math.min(RETRY_MAX_MS, wait * 2)) {
      try {
        const etag = await sendOnce(number);
        underWay.delete(number);
        done.set(number, etag);
        tell();
        return;
      } catch (error) {
        underWay.delete(number);
        if (failure || signal.aborted || attempt >= PART_ATTEMPTS || !mayPass(error)) throw error;
        await transport.delay(wait, signal);
      }
    }
  }
  async function work(): Promise<void> {
    for (let number = left.shift(); number !== undefined && !failure; number = left.shift()) {
      try {
        await sendPart(number);
      } catch (error) {
        failure ??= { error };
      }
    }
  }
  tell();
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
  if (failure) throw failure.error;
  return [...done].sort(([a], [b]) => a - b).map(([number, etag]) => ({ number, etag }));
}
