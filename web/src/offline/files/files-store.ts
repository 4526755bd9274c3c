import type { DBSchema, IDBPTransaction } from "idb";
import { UserDatabase, type UserDatabaseSpec } from "../user-database";
import { cacheKeyOf, cacheName, FILES_PREFIX } from "./cache-keys";
import { deleteFile, isCached } from "./cache-storage";
import type { OfflineFile, OfflineFilesState, OfflineItem } from "./items";

interface Schema extends DBSchema {
  things: { key: string; value: OfflineItem };
  files: { key: string; value: OfflineFile };
  /** Times of the last server checks (Unix milliseconds): for deleted files, and for the contents of collections. */
  times: { key: "confirmed" | "listed"; value: number };
}

type FilesTransaction = IDBPTransaction<Schema, ("things" | "files")[], "readwrite">;

const KIND: UserDatabaseSpec<Schema> = {
  prefix: FILES_PREFIX,
  version: 1,
  create(db) {
    db.createObjectStore("things", { keyPath: "key" });
    db.createObjectStore("files", { keyPath: "key" });
    db.createObjectStore("times");
  },
};

/** Maximum age of an offline copy without confirmation by the server, in milliseconds. */
const MAX_UNCONFIRMED_MS = 30 * 86_400_000;

/** Offline copies of one user: records in a database, bytes in a cache. */
export class FilesStore {
  readonly uid: string;
  readonly #database: UserDatabase<Schema>;
  #cache: Promise<Cache> | undefined;

  constructor(uid: string) {
    this.uid = uid;
    this.#database = new UserDatabase(KIND, uid);
  }

  /** The cache is opened once, so that a write after sign-out does not create a new one. */
  cache(): Promise<Cache> {
    this.#cache ??= caches.open(cacheName(this.uid));
    return this.#cache;
  }

  cacheKeyOf(file: OfflineFile): string {
    return cacheKeyOf(this.uid, file);
  }

  async read(): Promise<OfflineFilesState> {
    const tx = (await this.#database.open()).transaction(["things", "files"]);
    const [storedItems, files] = await Promise.all([
      tx.objectStore("things").getAll(),
      tx.objectStore("files").getAll(),
    ]);
    return {
      items: storedItems.sort((a, b) => a.addedAt - b.addedAt),
      files: new Map(files.map((file) => [file.key, file])),
    };
  }

  async file(key: string): Promise<OfflineFile | undefined> {
    return (await this.#database.open()).get("files", key);
  }

  async getTime(of: "confirmed" | "listed"): Promise<number | undefined> {
    return (await this.#database.open()).get("times", of);
  }

  async setTime(of: "confirmed" | "listed", at = Date.now()): Promise<void> {
    await (await this.#database.open()).put("times", at, of);
  }

  /** Returns true if the last confirmation by the server is too old for the copies to be shown. */
  async isExpired(): Promise<boolean> {
    const at = await this.getTime("confirmed");
    return at !== undefined && Date.now() - at > MAX_UNCONFIRMED_MS;
  }

  /** Adds an offline copy with its files. Keeps the state of an existing copy. */
  add(item: OfflineItem, files: readonly OfflineFile[]): Promise<void> {
    return this.#put(item.key, (before) => ({ ...item, ...(before && stateOf(before)) }), files);
  }

  /**
   * Updates the contents of an offline copy. Files with the same hash keep their parts; others are replaced. Does
   * nothing if the copy was removed.
   */
  replaceFiles(key: string, change: (item: OfflineItem) => OfflineItem, files: readonly OfflineFile[]): Promise<void> {
    return this.#put(key, (before) => before && change(before), files);
  }

  async #put(
    key: string,
    change: (before: OfflineItem | undefined) => OfflineItem | undefined,
    files: readonly OfflineFile[],
  ): Promise<void> {
    const tx = (await this.#database.open()).transaction(["things", "files"], "readwrite");
    const before = await tx.objectStore("things").get(key);
    const item = change(before);
    const gone: OfflineFile[] = [];
    if (item) {
      for (const file of files) {
        const old = await tx.objectStore("files").get(file.key);
        const isSame = old?.sha256 === file.sha256;
        if (old && !isSame) gone.push(old);
        await tx.objectStore("files").put(isSame ? { ...file, parts: old.parts, isComplete: old.isComplete } : file);
      }
      await tx.objectStore("things").put(item);
      gone.push(...(await dropUnused(tx, before?.files ?? [])));
    }
    const pictures = item ? await unusedPictures(tx, before?.pictures ?? []) : [];
    await tx.done;
    await this.#dropBytes(gone, pictures);
  }

  async changeItem(key: string, change: (item: OfflineItem) => OfflineItem): Promise<void> {
    const tx = (await this.#database.open()).transaction("things", "readwrite");
    const item = await tx.store.get(key);
    if (item) await tx.store.put(change(item));
    await tx.done;
  }

  /** Updates the record of a file, unless its content has been replaced. */
  async changeFile({ key, sha256 }: OfflineFile, change: (file: OfflineFile) => OfflineFile): Promise<void> {
    const tx = (await this.#database.open()).transaction("files", "readwrite");
    const file = await tx.store.get(key);
    if (file?.sha256 === sha256) await tx.store.put(change(file));
    await tx.done;
  }

  /** Removes an offline copy, its images, and the files that no other copy uses. */
  async drop(key: string): Promise<void> {
    const tx = (await this.#database.open()).transaction(["things", "files"], "readwrite");
    const items = tx.objectStore("things");
    const item = await items.get(key);
    await items.delete(key);
    const unused = await dropUnused(tx, item?.files ?? []);
    const pictures = await unusedPictures(tx, item?.pictures ?? []);
    await tx.done;
    await this.#dropBytes(unused, pictures);
  }

  /** Removes files that the server no longer provides. Copies without any remaining file are removed too. */
  async dropFiles(keys: ReadonlySet<string>): Promise<void> {
    const { items } = await this.read();
    for (const item of items.filter(({ files }) => files.some((key) => keys.has(key)))) {
      const files = item.files.filter((key) => !keys.has(key));
      if (files.length === 0) await this.drop(item.key);
      else await this.replaceFiles(item.key, (each) => ({ ...each, files }), []);
    }
  }

  /**
   * Reconciles database and cache. Deletes bytes without a record, and marks files as missing if the browser evicted
   * them.
   */
  async deleteUnreferenced(): Promise<void> {
    const { items, files } = await this.read();
    const cache = await this.cache();
    const known = new Set(items.flatMap(({ pictures }) => pictures));
    const owned = new Set([...files.values()].map((file) => this.cacheKeyOf(file)));
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      const isOwned = owned.has(pathname) || owned.has(pathname.replace(/\/(?:\d+|text)$/, ""));
      if (!isOwned && !known.has(pathname + search)) await cache.delete(request);
    }
    for (const file of files.values()) {
      if (!file.isComplete || (await isCached(cache, this.cacheKeyOf(file)))) continue;
      await this.changeFile(file, (each) => ({ ...each, isComplete: false, parts: 0 }));
      // Images and waveforms are stored in the same cache and may be evicted too.
      for (const item of items.filter((each) => each.files.includes(file.key))) {
        await this.changeItem(item.key, (each) => ({ ...each, hasAssets: false }));
      }
    }
  }

  close(): void {
    this.#database.close();
  }

  async #dropBytes(files: readonly OfflineFile[], pictures: readonly string[]): Promise<void> {
    if (files.length + pictures.length === 0) return;
    const cache = await this.cache();
    for (const file of files) await deleteFile(cache, this.cacheKeyOf(file), file.sizeBytes);
    await Promise.all(pictures.map((url) => cache.delete(url)));
  }
}

/** Returns the fields that must survive when an offline copy is added again. */
const stateOf = ({ addedAt, state, problem }: OfflineItem) => ({ addedAt, state, problem });

async function unusedPictures(tx: FilesTransaction, pictures: readonly string[]): Promise<string[]> {
  const used = new Set((await tx.objectStore("things").getAll()).flatMap((item) => item.pictures));
  return pictures.filter((url) => !used.has(url));
}

/** Deletes the records of files that no offline copy uses. Returns the deleted records. */
async function dropUnused(tx: FilesTransaction, keys: readonly string[]): Promise<OfflineFile[]> {
  const used = new Set((await tx.objectStore("things").getAll()).flatMap(({ files }) => files));
  const dropped: OfflineFile[] = [];
  for (const key of keys.filter((each) => !used.has(each))) {
    const file = await tx.objectStore("files").get(key);
    if (!file) continue;
    dropped.push(file);
    await tx.objectStore("files").delete(key);
  }
  return dropped;
}
