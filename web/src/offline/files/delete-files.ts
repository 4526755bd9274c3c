import { deleteDatabase, usersWithDatabase } from "../user-database";
import { cacheName, FILES_PREFIX, MODEL_CACHE } from "./cache-keys";

export async function usersWithFiles(): Promise<string[]> {
  const named = typeof caches === "undefined" ? [] : await caches.keys();
  const owners = named.flatMap((name) => (name.startsWith(FILES_PREFIX) ? name.slice(FILES_PREFIX.length) : []));
  return [...new Set([...owners, ...(await usersWithDatabase(FILES_PREFIX))])];
}

/** Deletes the user's offline files. Needs no server. */
export async function deleteFiles(uid: string): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(cacheName(uid));
  await deleteDatabase(FILES_PREFIX, uid);
}

/** Deletes the model of search by meaning. */
export async function deleteModel(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(MODEL_CACHE);
}

export async function deleteAllFiles(): Promise<void> {
  await Promise.all((await usersWithFiles()).map(deleteFiles));
}
