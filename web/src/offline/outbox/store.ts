import type { DBSchema } from "idb";
import { type DatabaseKind, deleteDatabase, ownersOf, PersonalDatabase } from "../personal-database";
import { type Change, type Entry, isPlaylistWork } from "./kinds/changes";
import { merged } from "./kinds/merging";

interface Schema extends DBSchema {
  entries: { key: number; value: Entry };
  /** Which playlist there is in place of one that was made here, because it had its name. */
  aliases: { key: string; value: { from: string; to: string } };
}

const KIND: DatabaseKind<Schema> = {
  prefix: "note-ninja outbox ",
  version: 1,
  create(db) {
    db.createObjectStore("entries", { keyPath: "seq", autoIncrement: true });
    db.createObjectStore("aliases", { keyPath: "from" });
  },
};

/** What one person's database holds. */
export interface Kept {
  entries: readonly Entry[];
  aliases: ReadonlyMap<string, string>;
}

/** The changes of one person that no answer has confirmed. Each method is one transaction, durable when it resolves. */
export interface OutboxStore {
  read(): Promise<Kept>;
  /**
   * Puts a change behind those that wait, merged with them. Answers the ids of those that it made needless, and whether
   * it waits itself.
   */
  add(id: string, change: Change, isLate: boolean): Promise<{ dropped: string[]; isKept: boolean }>;
  /** Changes one entry, or removes it when `change` answers nothing. Answers what it is then; one that is gone stays so. */
  update(seq: number, change: (entry: Entry) => Entry | undefined): Promise<Entry | undefined>;
  /** Changes or removes all entries. */
  updateAll(change: (entry: Entry) => Entry | undefined): Promise<void>;
  /** A playlist made here is another one: the entry that made it goes, and those that follow are about the other. */
  adopt(seq: number, from: string, to: string): Promise<void>;
  close(): void;
}

/** Opens the outbox of a person. Where the browser keeps no databases, it lasts as long as the page. */
export function openOutbox(uid: string): OutboxStore {
  return typeof indexedDB === "undefined" ? new PageStore() : new DiskStore(uid);
}

class DiskStore implements OutboxStore {
  readonly #database: PersonalDatabase<Schema>;

  constructor(uid: string) {
    this.#database = new PersonalDatabase(KIND, uid);
  }

  async read(): Promise<Kept> {
    const tx = (await this.#database.open()).transaction(["entries", "aliases"]);
    const [entries, aliases] = await Promise.all([
      tx.objectStore("entries").getAll(),
      tx.objectStore("aliases").getAll(),
    ]);
    return { entries, aliases: new Map(aliases.map(({ from, to }) => [from, to])) };
  }

  async add(id: string, change: Change, isLate: boolean): Promise<{ dropped: string[]; isKept: boolean }> {
    // Otherwise browsers say that it is done while a device whose battery ends now would still lose it.
    const tx = (await this.#database.open()).transaction("entries", "readwrite", { durability: "strict" });
    const queue = await tx.store.getAll();
    const { drop, isNeeded, joined = change } = merged(queue, change);
    const dropped = queue.filter(({ seq }) => drop.includes(seq)).map((entry) => entry.id);
    const writes: Promise<unknown>[] = drop.map((seq) => tx.store.delete(seq));
    // The database counts.
    if (isNeeded) writes.push(tx.store.add({ id, change: joined, state: "waiting", tries: 0, isLate } as Entry));
    tx.commit();
    await Promise.all([...writes, tx.done]);
    return { dropped, isKept: isNeeded };
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

  async adopt(seq: number, from: string, to: string): Promise<void> {
    const tx = (await this.#database.open()).transaction(["entries", "aliases"], "readwrite");
    const entries = tx.objectStore("entries");
    await entries.delete(seq);
    for (const entry of await entries.getAll()) {
      const moved = aboutAnother(entry, from, to);
      if (moved !== entry) await entries.put(moved);
    }
    await tx.objectStore("aliases").put({ from, to });
    await tx.done;
  }

  close(): void {
    this.#database.close();
  }
}

/** The entry, about another playlist if it is about this one. */
function aboutAnother(entry: Entry, from: string, to: string): Entry {
  const { change } = entry;
  return isPlaylistWork(change) && change.id === from ? { ...entry, change: { ...change, id: to } } : entry;
}

/** The same in memory. */
class PageStore implements OutboxStore {
  #entries: Entry[] = [];
  #last = 0;
  readonly #aliases = new Map<string, string>();

  async read(): Promise<Kept> {
    return { entries: this.#entries, aliases: new Map(this.#aliases) };
  }

  async add(id: string, change: Change, isLate: boolean): Promise<{ dropped: string[]; isKept: boolean }> {
    const { drop, isNeeded, joined = change } = merged(this.#entries, change);
    const dropped = this.#entries.filter(({ seq }) => drop.includes(seq)).map((entry) => entry.id);
    this.#entries = this.#entries.filter(({ seq }) => !drop.includes(seq));
    this.#last += 1;
    if (isNeeded) this.#entries.push({ seq: this.#last, id, change: joined, state: "waiting", tries: 0, isLate });
    return { dropped, isKept: isNeeded };
  }

  async update(seq: number, change: (entry: Entry) => Entry | undefined): Promise<Entry | undefined> {
    await this.updateAll((entry) => (entry.seq === seq ? change(entry) : entry));
    return this.#entries.find((entry) => entry.seq === seq);
  }

  async updateAll(change: (entry: Entry) => Entry | undefined): Promise<void> {
    this.#entries = this.#entries.flatMap((entry) => change(entry) ?? []);
  }

  async adopt(seq: number, from: string, to: string): Promise<void> {
    this.#entries = this.#entries.filter((entry) => entry.seq !== seq).map((entry) => aboutAnother(entry, from, to));
    this.#aliases.set(from, to);
  }

  close(): void {}
}

/** Whose outboxes are on this device, as far as the browser says. */
export const outboxOwners = (): Promise<string[]> => ownersOf(KIND.prefix);

/** Deletes what a person's outbox holds. Other tabs close it by themselves. */
export const deleteOutbox = (uid: string): Promise<void> => deleteDatabase(KIND.prefix, uid);

/** What other people left unsent on this device. */
export async function othersEntries(uid: string): Promise<{ uid: string; entries: readonly Entry[] }[]> {
  const others = (await outboxOwners()).filter((other) => other !== uid);
  return Promise.all(
    others.map(async (other) => {
      const store = new DiskStore(other);
      const { entries } = await store.read();
      store.close();
      return { uid: other, entries };
    }),
  );
}
