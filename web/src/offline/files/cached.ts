import { partOf, partsOf } from "./addresses";

/** Whether something is in the cache: of a file, that all of it is, and verified. */
export const isHere = async (cache: Cache, address: string) => (await cache.match(address)) !== undefined;

/** Removes all parts of a file. That it is whole is forgotten first. */
export async function dropFile(cache: Cache, address: string, sizeBytes: number): Promise<void> {
  await cache.delete(address);
  for (let part = 0; part < partsOf(sizeBytes); part++) await cache.delete(partOf(address, part));
}
