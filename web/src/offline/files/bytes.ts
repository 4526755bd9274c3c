import { createSHA256 } from "hash-wasm";
import { type CompleteFile, PART_BYTES, partKey, partsOf } from "./addresses";
import { dropFile } from "./cached";
import type { OfflineFile } from "./things";

/** Thrown when the downloaded file has the wrong hash. Its parts have been deleted. */
export class Damaged extends Error {
  override readonly name = "Damaged";
}

/** Thrown when the file store rejects the signed URL. A new URL may work. */
export class DeadAddress extends Error {
  override readonly name = "DeadAddress";
}

/** Returns true if the storage quota of the device is exceeded. */
export const isWithoutRoom = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

interface Fetching {
  file: OfflineFile;
  /** Path in the cache. */
  address: string;
  /** Signed URL of the file store. */
  url: string;
  cache: Cache;
  signal: AbortSignal;
  /** Called after each part with the number of stored parts. */
  onPart: (parts: number) => Promise<void>;
}

/**
 * Downloads the missing parts of a file and verifies its hash. After an interruption, the next call continues with the
 * next part. @throws `DeadAddress`, `Damaged`; errors of `fetch` and of the cache.
 */
export async function fetchFile({ file, address, url, cache, signal, onPart }: Fetching): Promise<void> {
  const { sizeBytes, contentType } = file;
  for (let part = 0; part < partsOf(sizeBytes); part++) {
    const at = partKey(address, part);
    if (!(await cache.match(at))) {
      const bytes = await fetchPart(url, part, sizeBytes, signal);
      signal.throwIfAborted();
      await cache.put(at, new Response(bytes));
    }
    await onPart(part + 1);
  }
  if ((await hashOf(cache, address, sizeBytes)) !== file.sha256) {
    await dropFile(cache, address, sizeBytes);
    await onPart(0);
    throw new Damaged("The file is not the one that was asked for.");
  }
  signal.throwIfAborted();
  const whole: CompleteFile = { sizeBytes, contentType };
  await cache.put(address, Response.json(whole));
}

async function fetchPart(url: string, part: number, sizeBytes: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const begin = part * PART_BYTES;
  const end = Math.min(begin + PART_BYTES, sizeBytes);
  const answer = await fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
  if (answer.status >= 400 && answer.status < 500) throw new DeadAddress(`The file store says ${answer.status}.`);
  if (!answer.ok) throw new Error(`The file store says ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  // A server without range support sends the whole file.
  const wanted = answer.status === 206 ? bytes : bytes.slice(begin, end);
  if (wanted.byteLength !== end - begin) throw new Error("A part of the file was cut off.");
  return wanted;
}

async function hashOf(cache: Cache, address: string, sizeBytes: number): Promise<string> {
  const sha256 = await createSHA256();
  for (let part = 0; part < partsOf(sizeBytes); part++) {
    const kept = await cache.match(partKey(address, part));
    if (!kept) throw new Error("A part is not on this device any more.");
    sha256.update(new Uint8Array(await kept.arrayBuffer()));
  }
  return sha256.digest("hex");
}
