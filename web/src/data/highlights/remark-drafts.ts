import { REMARK_DRAFTS_PREFIX, userStorage, userStorageKeys } from "@/lib/browser/storage";
import { createWatchers } from "@/lib/watchers";

/** A remark that is not saved yet. */
export interface RemarkDraft {
  text: string;
  /** Saved remark from which the edit started. */
  base: string;
  /** Why the last attempt to save the text failed. */
  failure?: SaveFailure | undefined;
}

export interface SaveFailure {
  /** Text that tells the student why. */
  reason: string;
  /** True if the server would reject the same text again. The draft is then sent only when the student retries. */
  isFinal: boolean;
}

type Drafts = Record<string, RemarkDraft>;
type UserStorage = ReturnType<typeof userStorage>;

const readDrafts = (storage: UserStorage, key: string): Drafts => JSON.parse(storage.get(key) ?? "{}");

function writeDrafts(storage: UserStorage, key: string, drafts: Drafts): void {
  if (Object.keys(drafts).length > 0) storage.set(key, JSON.stringify(drafts));
  else storage.remove(key);
}

/**
 * Unsaved remarks of one note, by highlight id. They are written synchronously while the student types, because the
 * browser may discard the page before a write to IndexedDB completes. They are stored per tab, so that another tab does
 * not save text that is still being typed in this one. A page that is closed leaves them to the next page in any tab,
 * because the browser deletes the storage of a closed tab.
 */
export function remarkDrafts(uid: string, noteId: string) {
  const storage = userStorage(uid, "sessionStorage");
  const left = userStorage(uid);
  const key = `${REMARK_DRAFTS_PREFIX}${noteId}`;
  const watchers = createWatchers();
  let stored: string | undefined;
  let drafts: Readonly<Record<string, RemarkDraft>> = {};
  /** Returns the drafts: the same object until they change. */
  const read = () => {
    const now = storage.get(key) ?? "{}";
    if (now !== stored) drafts = JSON.parse(now);
    stored = now;
    return drafts;
  };
  const write = (changed: Drafts) => {
    writeDrafts(storage, key, changed);
    watchers.tell();
  };
  return {
    read,
    watch: watchers.watch,
    set: (id: string, draft: RemarkDraft) => write({ ...read(), [id]: draft }),
    remove(id: string) {
      const { [id]: _, ...others } = read();
      write(others);
      const { [id]: _left, ...othersLeft } = readDrafts(left, key);
      writeDrafts(left, key, othersLeft);
    },
    /** Removes the draft unless the student has changed the text since. */
    removeIf(id: string, text: string) {
      if (read()[id]?.text === text) this.remove(id);
    },
    /** Leaves a copy of the drafts to the next page that shows the note. */
    leave: () => writeDrafts(left, key, { ...readDrafts(left, key), ...read() }),
    /** Takes over the drafts that an earlier page left. */
    adopt() {
      const found = readDrafts(left, key);
      if (Object.keys(found).length === 0) return;
      write({ ...found, ...read() });
      left.remove(key);
    },
  };
}

export type RemarkDrafts = ReturnType<typeof remarkDrafts>;

/** Returns the ids of the highlights with unsaved remarks of one user: those of this tab and those of closed tabs. */
export function remarkDraftIds(uid: string): string[] {
  const ids = (["sessionStorage", "localStorage"] as const).flatMap((area) =>
    userStorageKeys(area).flatMap((each) =>
      each.uid === uid && each.key.startsWith(REMARK_DRAFTS_PREFIX)
        ? Object.keys(readDrafts(userStorage(uid, area), each.key))
        : [],
    ),
  );
  return [...new Set(ids)];
}
