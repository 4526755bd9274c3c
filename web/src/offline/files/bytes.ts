import { createSHA256 } from "hash-wasm";
import { PART_BYTES, partOf, partsOf, type WholeFile } from "./addresses";
import { dropFile } from "./cached";
import type { KeptFile } from "./things";

/** The file that was asked for is not the one that arrived; nothing of it is here any more. */
export class Damaged extends Error {
  override readonly name = "Damaged";
}

/** The address of the file is dead: another one may work. */
export class DeadAddress extends Error {
  override readonly name = "DeadAddress";
}

/** Whether the device had no room for it. */
export const isWithoutRoom = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

interface Fetching {
  file: KeptFile;
  /** Where it is kept. */
  address: string;
  /** Where it is fetched from. */
  url: string;
  cache: Cache;
  signal: AbortSignal;
  /** Told after each part, with the number of those that are here. */
  onPart: (parts: number) => Promise<void>;
}

/**
 * Fetches what is missing of a file, part by part, and verifies the whole. Whatever interrupts it, the parts that are here
 * stay, and the next call goes on behind them.
 *
 * @throws `DeadAddress`, `Damaged`; what `fetch` and the cache throw.
 */
export async function fetchFile({ file, address, url, cache, signal, onPart }: Fetching): Promise<void> {
  const { sizeBytes, contentType } = file;
  for (let part = 0; part < partsOf(sizeBytes); part++) {
    const at = partOf(address, part);
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
  const whole: WholeFile = { sizeBytes, contentType };
  await cache.put(address, Response.json(whole));
}

async function fetchPart(url: string, part: number, sizeBytes: number, signal: AbortSignal): Promise<ArrayBuffer> {
  const begin = part * PART_BYTES;
  const end = Math.min(begin + PART_BYTES, sizeBytes);
  const answer = await fetch(url, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
  if (answer.status >= 400 && answer.status < 500) throw new DeadAddress(`The file store says ${answer.status}.`);
  if (!answer.ok) throw new Error(`The file store says ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  // Who cannot answer a part answers the whole.
  const wanted = answer.status === 206 ? bytes : bytes.slice(begin, end);
  if (wanted.byteLength !== end - begin) throw new Error("A part of the file was cut off.");
  return wanted;
}

/** The hash of what is here, hexadecimal; never more than one part of it is in memory. */
async function hashOf(cache: Cache, address: string, sizeBytes: number): Promise<string> {
  const sha256 = await createSHA256();
  for (let part = 0; part < partsOf(sizeBytes); part++) {
    const kept = await cache.match(partOf(address, part));
    if (!kept) throw new Error("A part is not on this device any more.");
    sha256.update(new Uint8Array(await kept.arrayBuffer()));
  }
  return sha256.digest("hex");
}
