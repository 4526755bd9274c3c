import { partCount, partKey, textKey } from "./cache-keys";

/** Returns true if the cache has an entry at this path. A file has one at its own path only after verification. */
export const isCached = async (cache: Cache, address: string) => (await cache.match(address)) !== undefined;

/**
 * Deletes all parts of a file and the text of a note. The completion marker goes first, so that an interrupted deletion
 * never leaves a file that looks complete.
 */
export async function deleteFile(cache: Cache, address: string, sizeBytes: number): Promise<void> {
  await cache.delete(address);
  await cache.delete(textKey(address));
  for (let part = 0; part < partCount(sizeBytes); part++) await cache.delete(partKey(address, part));
}
