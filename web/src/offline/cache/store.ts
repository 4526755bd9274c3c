import type { DBSchema } from "idb";
import { type DatabaseKind, deleteDatabase, ownersOf, PersonalDatabase } from "../personal-database";

/** An answer of the server, and when it came, in milliseconds since 1970. */
export interface KeptAnswer {
  data: unknown;
  at: number;
}

interface Schema extends DBSchema {
  /** By the hash of the question. */
  answers: { key: string; value: KeptAnswer };
}

const KIND: DatabaseKind<Schema> = {
  prefix: "note-ninja kept ",
  version: 1,
  create: (db) => void db.createObjectStore("answers"),
};

/** What one person has seen. Where the browser keeps no databases, nothing is kept. */
export class KeptStore {
  readonly uid: string;
  readonly #database: PersonalDatabase<Schema>;

  constructor(uid: string) {
    this.uid = uid;
    this.#database = new PersonalDatabase(KIND, uid);
  }

  async read(question: string): Promise<KeptAnswer | undefined> {
    return (await this.#database.open()).get("answers", question);
  }

  async write(question: string, answer: KeptAnswer): Promise<void> {
    await (await this.#database.open()).put("answers", answer, question);
  }

  /** Changes an answer in one transaction, or deletes it when `change` answers nothing. */
  async change(question: string, change: (kept: KeptAnswer | undefined) => KeptAnswer | undefined): Promise<void> {
    const tx = (await this.#database.open()).transaction("answers", "readwrite");
    const next = change(await tx.store.get(question));
    await (next ? tx.store.put(next, question) : tx.store.delete(question));
    await tx.done;
  }

  async drop(question: string): Promise<void> {
    await (await this.#database.open()).delete("answers", question);
  }

  /** Deletes what came before this time, in milliseconds since 1970. */
  async dropBefore(time: number): Promise<void> {
    const all = (await this.#database.open()).transaction("answers", "readwrite").store;
    for (let each = await all.openCursor(); each; each = await each.continue()) {
      if (each.value.at < time) await each.delete();
    }
  }

  close(): void {
    this.#database.close();
  }
}

/**
 * The person of whom answers are kept here: who signed in last, for signing in deletes those of everybody else. Nobody on a
 * shared computer, and where the browser does not list databases.
 */
export async function keptOwner(): Promise<string | undefined> {
  const [owner, ...others] = await ownersOf(KIND.prefix);
  return others.length === 0 ? owner : undefined;
}

/** Deletes what is kept of everybody but this person. `known` is somebody for browsers that do not list databases. */
export async function deleteKept(except: string | undefined, known: string | undefined): Promise<void> {
  const others = (await ownersOf(KIND.prefix, known)).filter((uid) => uid !== except);
  await Promise.all(others.map((uid) => deleteDatabase(KIND.prefix, uid)));
}
