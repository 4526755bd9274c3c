import { useEffect, useState } from "react";
import type { Highlight, HighlightMark } from "@/api/models";
import { withMark } from "@/data/highlights/highlights";
import { personalStorage } from "@/lib/browser/storage";

interface RemarkDraft {
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
  const key = `remarks:${noteId}`;
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

/** Returns the drafts of a note. Saves the drafts that an earlier page of this tab left. */
export function useRemarkDrafts(
  uid: string,
  noteId: string,
  highlights: readonly Highlight[],
  change: (seen: Highlight, mark: Partial<HighlightMark>) => Promise<boolean>,
): RemarkDrafts {
  const [drafts] = useState(() => remarkDrafts(uid, noteId));
  const [leftBehind] = useState(() => new Map(Object.entries(drafts.read())));
  useEffect(() => {
    for (const highlight of highlights) {
      const draft = leftBehind.get(highlight.id);
      if (!draft) continue;
      leftBehind.delete(highlight.id);
      void saveDraft(highlight, draft);
    }
    async function saveDraft(highlight: Highlight, { text, base }: RemarkDraft) {
      const isSaved =
        text === highlight.mark.remark || (await change(withMark(highlight, { remark: base }), { remark: text }));
      if (isSaved && drafts.read()[highlight.id]?.text === text) drafts.remove(highlight.id);
    }
  }, [highlights, leftBehind, drafts, change]);
  return drafts;
}
