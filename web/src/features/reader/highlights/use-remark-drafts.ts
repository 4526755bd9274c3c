import { useEffect, useState } from "react";
import type { Highlight, HighlightMark } from "@/api/models";
import { withMark } from "@/data/highlights/highlights";
import { type RemarkDraft, type RemarkDrafts, remarkDrafts } from "@/data/highlights/remark-drafts";

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
