import { createSHA256 } from "hash-wasm";
import { type CompleteFile, PART_BYTES, partCount, partKey } from "./cache-keys";
import { deleteFile } from "./cache-storage";
import type { OfflineFile } from "./items";

/** Thrown when the downloaded file has the wrong hash. Its parts have been deleted. */
export class ChecksumMismatch extends Error {
  override readonly name = "ChecksumMismatch";
}

/** Thrown when the file store rejects the signed URL. A new URL may work. */
export class UrlExpired extends Error {
  override readonly name = "UrlExpired";
}

/** Returns true if the storage quota of the device is exceeded. */
export const isQuotaExceeded = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

interface Fetching {
  file: OfflineFile;
  /** Path in the cache. */
  cacheKey: string;
  /** Signed URL of the file store. */
  url: string;
  cache: Cache;
  signal: AbortSignal;
  /** Called after each part with the number of stored parts. */
  onPart: (parts: number) => Promise<void>;
}

/**
 * Downloads the missing parts of a file and verifies its hash. After an interruption, the next call continues with the
 * next part.
 *
 * @throws `UrlExpired`, `ChecksumMismatch`, and errors of `fetch` and of the cache.
 */
export async function fetchFile({ file, cacheKey, url, cache, signal, onPart }: Fetching): Promise<void> {
  const { sizeBytes, contentType } = file;
  for (let part = 0; part < partCount(sizeBytes); part++) {
    const at = partKey(cacheKey, part);
    if (!(await cache.match(at))) {
      const bytes = await fetchPart(url, part, sizeBytes, signal);
      signal.throwIfAborted();
      await cache.put(at, new Response(bytes));
    }
    await onPart(part + 1);
  }
  if ((await hashOf(cache, cacheKey, sizeBytes)) !== file.sha256) {
    await deleteFile(cache, cacheKey, sizeBytes);
    await onPart(0);
    throw new ChecksumMismatch("The file is not the one that was asked for.");
  }
  signal.throwIfAborted();
  const whole: CompleteFile = { sizeBytes, contentType };
  await cache.put(cacheKey, Response.json(whole));
}

async function fetchPart(url: string, part: number, sizeBytes: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const begin = part * PART_BYTES;
  const end = Math.min(begin + PART_BYTES, sizeBytes);
  const response = await fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
  if (response.status >= 400 && response.status < 500) throw new UrlExpired(`The file store says ${response.status}.`);
  if (!response.ok) throw new Error(`The file store says ${response.status}.`);
  const bytes = await response.arrayBuffer();
  // A server without range support sends the whole file, of which this part is taken.
  const requested = response.status === 206 ? bytes : bytes.slice(begin, end);
  if (requested.byteLength !== end - begin) throw new Error("A part of the file was cut off.");
  return requested;
}

async function hashOf(cache: Cache, address: string, sizeBytes: number): Promise<string> {
  const sha256 = await createSHA256();
  for (let part = 0; part < partCount(sizeBytes); part++) {
    const stored = await cache.match(partKey(address, part));
    if (!stored) throw new Error("A part is not on this device any more.");
    sha256.update(new Uint8Array(await stored.arrayBuffer()));
  }
  return sha256.digest("hex");
}
