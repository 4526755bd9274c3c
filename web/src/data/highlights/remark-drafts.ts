import { personalKeys, personalStorage, REMARK_DRAFTS_PREFIX } from "@/lib/browser/storage";

/** A remark that is not saved yet. */
export interface RemarkDraft {
  text: string;
  /** Saved remark from which the edit started. */
  base: string;
}

/**
 * Unsaved remarks of one note, by highlight id. They are written synchronously while the student types, because the
 * browser may discard the page before a write to IndexedDB completes. They are stored per tab, so that another tab does
 * not save text that is still being typed in this one.
 */
export function remarkDrafts(uid: string, noteId: string) {
  const storage = personalStorage(uid, "sessionStorage");
  const key = `${REMARK_DRAFTS_PREFIX}${noteId}`;
  const read = (): Record<string, RemarkDraft> => JSON.parse(storage.get(key) ?? "{}");
  const write = (drafts: Record<string, RemarkDraft>) => {
    if (Object.keys(drafts).length > 0) storage.set(key, JSON.stringify(drafts));
    else storage.remove(key);
  };
  return {
    read,
    set: (id: string, draft: RemarkDraft) => write({ ...read(), [id]: draft }),
    remove(id: string) {
      const { [id]: _, ...others } = read();
      write(others);
    },
  };
}

export type RemarkDrafts = ReturnType<typeof remarkDrafts>;

/** Returns the ids of the highlights whose remarks one user has not saved in this tab. */
export function remarkDraftIds(uid: string): string[] {
  const keys = personalKeys("sessionStorage").filter((each) => each.uid === uid);
  return keys.flatMap(({ key }) =>
    key.startsWith(REMARK_DRAFTS_PREFIX)
      ? Object.keys(remarkDrafts(uid, key.slice(REMARK_DRAFTS_PREFIX.length)).read())
      : [],
  );
}
