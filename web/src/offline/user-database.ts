import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

/** One kind of database. Each user has a separate one, so that it can be deleted by name. */
export interface UserDatabaseSpec<Schema extends DBSchema> {
  /** Database name without the user id at its end. */
  prefix: string;
  version: number;
  create: (db: IDBPDatabase<Schema>) => void;
}

/** One user's database of one kind. Opening rejects if the browser has no IndexedDB. */
export class UserDatabase<Schema extends DBSchema> {
  readonly uid: string;
  readonly #kind: UserDatabaseSpec<Schema>;
  #isClosed = false;
  #db: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(kind: UserDatabaseSpec<Schema>, uid: string) {
    this.#kind = kind;
    this.uid = uid;
  }

  /** Opens the database. Reopens it if the browser closed it under memory pressure. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isClosed || typeof indexedDB === "undefined") {
      return Promise.reject(new Error("There is no database."));
    }
    this.#db ??= openDB<Schema>(this.#kind.prefix + this.uid, this.#kind.version, {
      // Nothing has been released with another format, so data in another format is discarded.
      upgrade: (db) => {
        for (const name of db.objectStoreNames) db.deleteObjectStore(name);
        this.#kind.create(db);
      },
      // Signing out in another tab deletes the database, which an open connection would block.
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

/**
 * Returns the users with a database of a kind. `known` is a user to include, for browsers that cannot list databases.
 */
export async function usersWithDatabase(prefix: string, knownUser?: string): Promise<string[]> {
  if (typeof indexedDB === "undefined") return [];
  const names = (await indexedDB.databases?.())?.flatMap(({ name }) => (name?.startsWith(prefix) ? name : [])) ?? [];
  const owners = new Set(names.map((name) => name.slice(prefix.length)));
  if (knownUser !== undefined) owners.add(knownUser);
  return [...owners];
}

/** Deletes a user's database. Other tabs close their connections themselves. */
export async function deleteDatabase(prefix: string, uid: string): Promise<void> {
  if (typeof indexedDB !== "undefined") await deleteDB(prefix + uid);
}
