import type { DBSchema } from "idb";
import { deleteDatabase, UserDatabase, type UserDatabaseSpec, usersWithDatabase } from "../user-database";
import { type Change, coalesce, type Entry } from "./kinds/kinds";

interface Alias {
  from: string;
  to: string;
}

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  /** Maps the id of an item created on this device to the id that the server gave it. */
  aliases: { key: string; value: Alias };
}

const KIND: UserDatabaseSpec<Schema> = {
  prefix: "note-ninja outbox ",
  version: 2,
  create(db) {
    db.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
    db.createObjectStore("aliases", { keyPath: "from" });
  },
};

export interface OutboxState {
  entries: readonly Entry[];
  aliases: ReadonlyMap<string, string>;
}

/** Unconfirmed changes of one user. Each method is one transaction, durable when it resolves. */
export interface OutboxStore {
  /** False if the changes are lost when the page is closed. */
  readonly isPersistent: boolean;
  read(): Promise<OutboxState>;
  /**
   * Appends a change and merges it with the waiting ones. Returns the ids of obsolete entries and whether the change
   * itself was stored.
   */
  add(id: string, change: Change, isDeferred: boolean): Promise<{ dropped: string[]; isStored: boolean }>;
  /**
   * Updates one entry, or removes it if `change` returns `undefined`. Returns the new entry; `undefined` if it was
   * removed.
   */
  update(seq: number, change: (entry: Entry) => Entry | undefined): Promise<Entry | undefined>;
  updateAll(change: (entry: Entry) => Entry | undefined): Promise<void>;
  /**
   * Removes a confirmed entry, rewrites the other changes with `follow`, and stores the id that the server gave to the
   * item. Returns true if anything besides the removal changed.
   */
  confirm(seq: number, follow?: (other: Change) => Change, alias?: Alias): Promise<boolean>;
  close(): void;
}

/** Opens a user's outbox. Without IndexedDB, it lasts until the page is closed. */
export function openOutbox(uid: string): OutboxStore {
  return typeof indexedDB === "undefined" ? new PageStore() : new DiskStore(uid);
}

class DiskStore implements OutboxStore {
  readonly isPersistent = true;
  readonly #database: UserDatabase<Schema>;

  constructor(uid: string) {
    this.#database = new UserDatabase(KIND, uid);
  }

  async read(): Promise<OutboxState> {
    const tx = (await this.#database.open()).transaction(["entries", "aliases"]);
    const [entries, aliases] = await Promise.all([
      tx.objectStore("entries").getAll(),
      tx.objectStore("aliases").getAll(),
    ]);
    return { entries, aliases: new Map(aliases.map(({ from, to }) => [from, to])) };
  }

  async add(id: string, change: Change, isDeferred: boolean): Promise<{ dropped: string[]; isStored: boolean }> {
    // By default, browsers report success before the data is on disk, and a power failure would lose it.
    const tx = (await this.#database.open()).transaction("entries", "readwrite", { durability: "strict" });
    const queue = await tx.store.getAll();
    const { drop, isNeeded, merged = change } = coalesce(queue, change);
    const dropped = queue.filter(({ seq }) => drop.includes(seq)).map((entry) => entry.id);
    const writes: Promise<unknown>[] = drop.map((seq) => tx.store.delete(seq));
    if (isNeeded) writes.push(tx.store.add({ id, change: merged, state: "waiting", attempts: 0, isDeferred } as Entry));
    tx.commit();
    await Promise.all([...writes, tx.done]);
    return { dropped, isStored: isNeeded };
  }

  async update(seq: number, change: (entry: Entry) => Entry | undefined): Promise<Entry | undefined> {
    const tx = (await this.#database.open()).transaction("entries", "readwrite");
    const entry = await tx.store.get(seq);
    const next = entry && change(entry);
    if (next) await tx.store.put(next);
    else if (entry) await tx.store.delete(seq);
    await tx.done;
    return next;
  }

  async updateAll(change: (entry: Entry) => Entry | undefined): Promise<void> {
    const tx = (await this.#database.open()).transaction("entries", "readwrite");
    for (const entry of await tx.store.getAll()) {
      const next = change(entry);
      if (next === undefined) await tx.store.delete(entry.seq);
      else if (next !== entry) await tx.store.put(next);
    }
    await tx.done;
  }

  async confirm(seq: number, follow?: (other: Change) => Change, alias?: Alias): Promise<boolean> {
    const tx = (await this.#database.open()).transaction(["entries", "aliases"], "readwrite");
    const entries = tx.objectStore("entries");
    await entries.delete(seq);
    let isChanged = alias !== undefined;
    for (const entry of follow ? await entries.getAll() : []) {
      const change = follow?.(entry.change) ?? entry.change;
      if (change === entry.change) continue;
      await entries.put({ ...entry, change });
      isChanged = true;
    }
    if (alias) await tx.objectStore("aliases").put(alias);
    await tx.done;
    return isChanged;
  }

  close(): void {
    this.#database.close();
  }
}

class PageStore implements OutboxStore {
  readonly isPersistent = false;
  #entries: Entry[] = [];
  #last = 0;
  readonly #aliases = new Map<string, string>();

  async read(): Promise<OutboxState> {
    return { entries: this.#entries, aliases: new Map(this.#aliases) };
  }

  async add(id: string, change: Change, isDeferred: boolean): Promise<{ dropped: string[]; isStored: boolean }> {
    const { drop, isNeeded, merged = change } = coalesce(this.#entries, change);
    const dropped = this.#entries.filter(({ seq }) => drop.includes(seq)).map((entry) => entry.id);
    this.#entries = this.#entries.filter(({ seq }) => !drop.includes(seq));
    this.#last += 1;
    if (isNeeded)
      this.#entries.push({ seq: this.#last, id, change: merged, state: "waiting", attempts: 0, isDeferred });
    return { dropped, isStored: isNeeded };
  }

  async update(seq: number, change: (entry: Entry) => Entry | undefined): Promise<Entry | undefined> {
    await this.updateAll((entry) => (entry.seq === seq ? change(entry) : entry));
    return this.#entries.find((entry) => entry.seq === seq);
  }

  async updateAll(change: (entry: Entry) => Entry | undefined): Promise<void> {
    this.#entries = this.#entries.flatMap((entry) => change(entry) ?? []);
  }

  async confirm(seq: number, follow = (other: Change) => other, alias?: Alias): Promise<boolean> {
    const others = this.#entries.filter((entry) => entry.seq !== seq);
    this.#entries = others.map((entry) => ({ ...entry, change: follow(entry.change) }));
    if (alias) this.#aliases.set(alias.from, alias.to);
    return alias !== undefined || this.#entries.some(({ change }, at) => change !== others[at]?.change);
  }

  close(): void {}
}

/** Returns the users with an outbox on this device. Empty if the browser cannot list databases. */
export const usersWithOutbox = (): Promise<string[]> => usersWithDatabase(KIND.prefix);

export const deleteOutbox = (uid: string): Promise<void> => deleteDatabase(KIND.prefix, uid);

export async function entriesOfOtherUsers(uid: string): Promise<{ uid: string; entries: readonly Entry[] }[]> {
  const others = (await usersWithOutbox()).filter((other) => other !== uid);
  return Promise.all(
    others.map(async (other) => {
      const store = new DiskStore(other);
      const { entries } = await store.read();
      store.close();
      return { uid: other, entries };
    }),
  );
}
