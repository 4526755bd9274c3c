import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

/** One kind of database, of which each person has one of their own, so that it can be deleted by its name. */
export interface DatabaseKind<Schema extends DBSchema> {
  /** The name without the person at its end. */
  prefix: string;
  version: number;
  /** Makes the stores of a new database. */
  create: (db: IDBPDatabase<Schema>) => void;
}

/** What one person has in one kind of database. Where the browser keeps none, opening rejects. */
export class PersonalDatabase<Schema extends DBSchema> {
  readonly uid: string;
  readonly #kind: DatabaseKind<Schema>;
  #isClosed = false;
  #db: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(kind: DatabaseKind<Schema>, uid: string) {
    this.#kind = kind;
    this.uid = uid;
  }

  /** The database; browsers close it under memory pressure, and then it is opened again. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isClosed || typeof indexedDB === "undefined") {
      return Promise.reject(new Error("There is no database."));
    }
    this.#db ??= openDB<Schema>(this.#kind.prefix + this.uid, this.#kind.version, {
      upgrade: (db) => this.#kind.create(db),
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

  close(): void {
    this.#isClosed = true;
    this.#db?.then(
      (db) => db.close(),
      () => undefined,
    );
  }
}

/** Whose databases of a kind are on this device. `known` is somebody for browsers that do not list databases. */
export async function ownersOf(prefix: string, known?: string): Promise<string[]> {
  if (typeof indexedDB === "undefined") return [];
  const names = (await indexedDB.databases?.())?.flatMap(({ name }) => (name?.startsWith(prefix) ? name : [])) ?? [];
  const owners = new Set(names.map((name) => name.slice(prefix.length)));
  if (known !== undefined) owners.add(known);
  return [...owners];
}

/** Deletes the database of a person. Other tabs close it by themselves. */
export async function deleteDatabase(prefix: string, uid: string): Promise<void> {
  if (typeof indexedDB !== "undefined") await deleteDB(prefix + uid);
}
