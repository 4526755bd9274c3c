import type { CardBatch } from "@/data/cards/card-imports";
import { holdLock, whenReleased } from "@/lib/browser/hold-lock";
import { userStorage, userStorageKeys } from "@/lib/browser/storage";
import { newUlid } from "@/lib/text/ulid";

/** An import as it is stored. */
interface Stored {
  id: string;
  /** Path of the page that shows the cards. */
  page: string;
  /** Identifies the file or text, to recognise it when it is imported again. */
  source: string;
  /** Time of the first batch (Unix milliseconds). */
  at: number;
  chapters: string[];
  cards: Record<string, string[]>;
}

/** Cards and chapters that an import has sent to the server. */
export interface ImportProgress {
  readonly source: string;
  /** Ids of the chapters that the import created. */
  readonly chapters: readonly string[];
  /** Ids of the sent cards by chapter id; by "" for personal cards. The response to the last batch may be lost. */
  readonly cards: Readonly<Record<string, readonly string[]>>;
  /** Adds a chapter before it is created. */
  addChapter: (id: string) => void;
  /** Adds a batch before it is sent. Adding it again changes nothing. */
  addCards: (chapterId: string, batch: CardBatch) => void;
  /** Stores it on this device, so that it can also be undone after a reload. */
  save: () => void;
  /** Removes it from this device. */
  drop: () => void;
  /** Tells other tabs that this tab sends or undoes the import. Returns a function that ends this. */
  holdTabLock: () => () => void;
}

const PREFIX = "interrupted-import:";
const LOCK = "note-ninja import ";
/** Time after which an interrupted import is not offered any more: its cards may be in use. */
const OFFERED_MS = 24 * 60 * 60 * 1000;

function parse(text: string | undefined): Stored | undefined {
  try {
    const { id, page, source, at, chapters, cards } = JSON.parse(text ?? "null") ?? {};
    const isWhole =
      [id, page, source].every((each) => typeof each === "string") &&
      typeof at === "number" &&
      typeof cards === "object" &&
      [chapters, ...Object.values(cards)].every(Array.isArray);
    return isWhole ? { id, page, source, at, chapters, cards } : undefined;
  } catch {
    return undefined; // Truncated, or from another version of the app.
  }
}

function open(uid: string | undefined, stored: Stored): ImportProgress {
  const storage = uid === undefined ? undefined : userStorage(uid);
  const key = PREFIX + stored.id;
  const save = () => storage?.set(key, JSON.stringify(stored));
  return {
    source: stored.source,
    chapters: stored.chapters,
    cards: stored.cards,
    addChapter(id) {
      stored.chapters.push(id);
      save();
    },
    addCards(chapterId, batch) {
      const ids = new Set(stored.cards[chapterId]);
      for (const { id } of batch) ids.add(id);
      stored.cards[chapterId] = [...ids];
      save();
    },
    save,
    drop: () => storage?.remove(key),
    holdTabLock: () => holdLock(LOCK + stored.id),
  };
}

/**
 * Returns an import into this page that was interrupted within the last day. Waits while a tab sends or undoes it.
 * `uid` is absent on a shared computer, where none is stored. Rejects if `signal` is aborted.
 */
export async function findInterruptedImport(
  uid: string | undefined,
  page: string,
  signal: AbortSignal,
): Promise<ImportProgress | undefined> {
  if (uid === undefined) return undefined;
  const storage = userStorage(uid);
  const keys = userStorageKeys().filter((each) => each.uid === uid && each.key.startsWith(PREFIX));
  const stored = keys.flatMap(({ key }) => {
    const found = parse(storage.get(key));
    if (found && Math.abs(Date.now() - found.at) < OFFERED_MS) return found;
    storage.remove(key);
    return [];
  });
  for (const { id } of stored.filter((each) => each.page === page)) {
    await whenReleased(LOCK + id, signal);
    // Another tab may have completed or undone it.
    const interrupted = parse(storage.get(PREFIX + id));
    if (interrupted) return open(uid, interrupted);
  }
  return undefined;
}

/** Starts an import, or resumes the interrupted one if its source is the same. */
export function startOrResumeImport(
  uid: string | undefined,
  page: string,
  source: string,
  interrupted: ImportProgress | undefined,
): ImportProgress {
  if (interrupted?.source === source) return interrupted;
  return open(uid, { id: newUlid(), page, source, at: Date.now(), chapters: [], cards: {} });
}

/** Identifies a text or file. A deck may be large, so its content is not read. */
export async function identifySource(chosen: string | Uint8Array<ArrayBuffer> | File): Promise<string> {
  if (chosen instanceof File) return `${chosen.name}, ${chosen.size} bytes, ${chosen.lastModified}`;
  const bytes = typeof chosen === "string" ? new TextEncoder().encode(chosen) : chosen;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
