import type { CardBatch } from "@/data/cards/card-imports";
import { userStorage } from "@/lib/browser/storage";

/** An import as it is stored. */
interface Stored {
  /** Path of the page that shows the cards. */
  page: string;
  /** Describes the file or text, to recognise it when it is imported again. */
  source: string;
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
}

const KEY = "interrupted-import";

function parse(text: string | undefined): Stored | undefined {
  try {
    const { page, source, chapters, cards } = JSON.parse(text ?? "null") ?? {};
    const isWhole =
      [page, source].every((each) => typeof each === "string") &&
      typeof cards === "object" &&
      [chapters, ...Object.values(cards)].every(Array.isArray);
    return isWhole ? { page, source, chapters, cards } : undefined;
  } catch {
    return undefined; // Truncated, or from another version of the app.
  }
}

function open(uid: string, stored: Stored): ImportProgress {
  const storage = userStorage(uid);
  const save = () => storage.set(KEY, JSON.stringify(stored));
  return {
    ...stored,
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
    drop: () => storage.remove(KEY),
  };
}

/** Returns the import into this page that was interrupted last, if it was the user's last one on this device. */
export function interruptedImport(uid: string, page: string): ImportProgress | undefined {
  const stored = parse(userStorage(uid).get(KEY));
  return stored?.page === page ? open(uid, stored) : undefined;
}

/** Begins an import. Includes what was sent before if it continues the interrupted import of the same source. */
export function startOrResumeImport(uid: string, page: string, source: string): ImportProgress {
  const before = interruptedImport(uid, page);
  return before?.source === source ? before : open(uid, { page, source, chapters: [], cards: {} });
}
