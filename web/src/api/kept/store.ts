import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

/** One database a person, so that it can be deleted by its name. */
const PREFIX = "note-ninja kept ";

/** An answer of the server, and when it came, in milliseconds since 1970. */
export interface KeptAnswer {
  data: unknown;
  at: number;
}

interface Schema extends DBSchema {
  /** By the hash of the question. */
  answers: { key: string; value: KeptAnswer };
}

/** What one person has seen. Where the browser keeps no databases, nothing is kept. */
export class KeptStore {
  readonly uid: string;
  #isClosed = false;
  #db: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(uid: string) {
    this.uid = uid;
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isClosed || typeof indexedDB === "undefined") return Promise.reject(new Error("Nothing is kept."));
    this.#db ??= openDB<Schema>(PREFIX + this.uid, 1, {
      upgrade: (db) => void db.createObjectStore("answers"),
      // Signing out in another tab deletes the database: nobody may stand in the way.
      blocking: (_current, _wanted, event) => {
        this.#isClosed = true;
        (event.target as IDBDatabase).close();
      },
      terminated: () => {
        this.#db = undefined;
      },
    }).catch((error: unknown) => {
      this.#db = undefined;
      throw error;
    });
    return this.#db;
  }

  async read(question: string): Promise<KeptAnswer | undefined> {
    return (await this.#open()).get("answers", question);
  }

  async write(question: string, answer: KeptAnswer): Promise<void> {
    await (await this.#open()).put("answers", answer, question);
  }

  async drop(question: string): Promise<void> {
    await (await this.#open()).delete("answers", question);
  }

  close(): void {
    this.#isClosed = true;
    this.#db?.then(
      (db) => db.close(),
      () => undefined,
    );
  }
}

/** Deletes what is kept of everybody but this person. `known` is somebody for browsers that do not list databases. */
export async function deleteKept(except: string | undefined, known: string | undefined): Promise<void> {
  if (typeof indexedDB === "undefined") return;
  const names = new Set((await indexedDB.databases?.())?.flatMap(({ name }) => name ?? []));
  if (known !== undefined) names.add(PREFIX + known);
  const ours = [...names].filter((name) => name.startsWith(PREFIX) && name !== PREFIX + except);
  await Promise.all(ours.map((name) => deleteDB(name)));
}
