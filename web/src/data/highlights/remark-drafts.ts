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
  /** Message for the student. */
  reason: string;
  /** True if the server would refuse the same text again. It is then sent only when the student asks for it. */
  isFinal: boolean;
}

/**
 * Unsaved remarks of one note, by highlight id. They are written synchronously while the student types, because the
 * browser may discard the page before a write to IndexedDB completes. They are stored per tab, so that another tab does
 * not save text that is still being typed in this one.
 */
export function remarkDrafts(uid: string, noteId: string) {
  const storage = userStorage(uid, "sessionStorage");
  const key = `${REMARK_DRAFTS_PREFIX}${noteId}`;
  const watchers = createWatchers();
  let stored: string | undefined;
  let drafts: Readonly<Record<string, RemarkDraft>> = {};
  /** Returns the same objects until the drafts change. */
  const read = () => {
    const now = storage.get(key) ?? "{}";
    if (now !== stored) drafts = JSON.parse(now);
    stored = now;
    return drafts;
  };
  const write = (changed: Record<string, RemarkDraft>) => {
    if (Object.keys(changed).length > 0) storage.set(key, JSON.stringify(changed));
    else storage.remove(key);
    watchers.tell();
  };
  return {
    read,
    watch: watchers.watch,
    set: (id: string, draft: RemarkDraft) => write({ ...read(), [id]: draft }),
    remove(id: string) {
      const { [id]: _, ...others } = read();
      write(others);
    },
    /** Removes the draft unless the student has changed the text since. */
    removeIf(id: string, text: string) {
      if (read()[id]?.text === text) this.remove(id);
    },
  };
}

export type RemarkDrafts = ReturnType<typeof remarkDrafts>;

/** Returns the ids of the highlights whose remarks one user has not saved in this tab. */
export function remarkDraftIds(uid: string): string[] {
  const keys = userStorageKeys("sessionStorage").filter((each) => each.uid === uid);
  return keys.flatMap(({ key }) =>
    key.startsWith(REMARK_DRAFTS_PREFIX)
      ? Object.keys(remarkDrafts(uid, key.slice(REMARK_DRAFTS_PREFIX.length)).read())
      : [],
  );
}
