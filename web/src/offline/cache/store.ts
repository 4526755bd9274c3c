import type { DBSchema } from "idb";
import { deleteDatabase, UserDatabase, type UserDatabaseSpec, usersWithDatabase } from "../user-database";

/** A response and the time it arrived (Unix milliseconds). */
export interface CachedResponse {
  data: unknown;
  at: number;
}

interface Schema extends DBSchema {
  /** Key: query hash. */
  responses: { key: string; value: CachedResponse };
}

const KIND: UserDatabaseSpec<Schema> = {
  prefix: "note-ninja kept ",
  version: 3,
  create: (db) => void db.createObjectStore("responses"),
};

const rangeOf = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Cache of one user's responses. Methods reject if the browser has no IndexedDB. */
export class OfflineCache {
  readonly uid: string;
  readonly #database: UserDatabase<Schema>;

  constructor(uid: string) {
    this.uid = uid;
    this.#database = new UserDatabase(KIND, uid);
  }

  async read(key: string): Promise<CachedResponse | undefined> {
    return (await this.#database.open()).get("responses", key);
  }

  /** Returns the entries whose key starts with `prefix`. */
  async readPrefix(prefix: string): Promise<CachedResponse[]> {
    return (await this.#database.open()).getAll("responses", rangeOf(prefix));
  }

  async write(key: string, response: CachedResponse): Promise<void> {
    await (await this.#database.open()).put("responses", response, key);
  }

  /** Updates a response in one transaction. Deletes it if `change` returns `undefined`. */
  async change(key: string, change: (cached: CachedResponse | undefined) => CachedResponse | undefined): Promise<void> {
    const tx = (await this.#database.open()).transaction("responses", "readwrite");
    const next = change(await tx.store.get(key));
    await (next ? tx.store.put(next, key) : tx.store.delete(key));
    await tx.done;
  }

  async drop(key: string): Promise<void> {
    await (await this.#database.open()).delete("responses", key);
  }

  /** Deletes the entries whose key starts with `prefix` and for which `isUnwanted` returns true. */
  async dropPrefix(prefix: string, isUnwanted: (key: string) => boolean = () => true): Promise<void> {
    const tx = (await this.#database.open()).transaction("responses", "readwrite");
    const keys = await tx.store.getAllKeys(rangeOf(prefix));
    await Promise.all(keys.filter(isUnwanted).map((key) => tx.store.delete(key)));
    await tx.done;
  }

  /** Deletes entries older than `time` (Unix milliseconds). */
  async dropBefore(time: number): Promise<void> {
    const all = (await this.#database.open()).transaction("responses", "readwrite").store;
    for (let each = await all.openCursor(); each; each = await each.continue()) {
      if (each.value.at < time) await each.delete();
    }
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * Returns the user whose responses are cached here. Signing in deletes all other caches, so there is at most one.
 * Returns `undefined` on a shared computer and in browsers that cannot list databases.
 */
export async function offlineCacheOwner(): Promise<string | undefined> {
  const [owner, ...others] = await usersWithDatabase(KIND.prefix);
  return others.length === 0 ? owner : undefined;
}

/** Deletes the caches of all other users. `known` is the user to delete in browsers that cannot list databases. */
export async function deleteOtherCaches(except: string | undefined, known: string | undefined): Promise<void> {
  const others = (await usersWithDatabase(KIND.prefix, known)).filter((uid) => uid !== except);
  await Promise.all(others.map((uid) => deleteDatabase(KIND.prefix, uid)));
}
