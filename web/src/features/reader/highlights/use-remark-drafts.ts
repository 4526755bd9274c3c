import { useEffect, useState } from "react";
import type { Highlight, HighlightContent } from "@/api/models";
import { withContent } from "@/data/highlights/highlights";
import { type RemarkDraft, type RemarkDrafts, remarkDrafts, type SaveFailure } from "@/data/highlights/remark-drafts";

export type ChangeHighlight = (
  seen: Highlight,
  mark: Partial<HighlightContent>,
  onStored?: () => void,
) => Promise<SaveFailure | undefined>;

/**
 * Returns the drafts of a note. Saves the drafts of earlier pages of this tab and of closed tabs, except those that the
 * server rejected.
 */
export function useRemarkDrafts(
  uid: string,
  noteId: string,
  highlights: readonly Highlight[],
  change: ChangeHighlight,
): RemarkDrafts {
  const [drafts] = useState(() => {
    const all = remarkDrafts(uid, noteId);
    all.adopt();
    return all;
  });
  const [leftBehind] = useState(() => new Map(Object.entries(drafts.read())));
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // A save that starts now may be cut off.
    window.addEventListener("pagehide", drafts.leave, { signal });
    // The browser has restored this page, which still has the text.
    window.addEventListener("pageshow", (event) => event.persisted && drafts.adopt(), { signal });
    return () => leaving.abort();
  }, [drafts]);
  useEffect(() => {
    for (const highlight of highlights) {
      const draft = leftBehind.get(highlight.id);
      if (!draft) continue;
      leftBehind.delete(highlight.id);
      void saveDraft(highlight, draft);
    }
    async function saveDraft(highlight: Highlight, draft: RemarkDraft) {
      const { text, base } = draft;
      const remove = () => drafts.removeIf(highlight.id, text);
      if (text === highlight.mark.remark) return remove();
      if (draft.failure?.isFinal) return;
      const failure = await change(withContent(highlight, { remark: base }), { remark: text }, remove);
      if (!failure) return remove();
      const now = drafts.read()[highlight.id];
      // Without `now` the outbox had stored the text. Otherwise the student may have changed it since.
      if (!now || now.text === text) drafts.set(highlight.id, { text, base, failure });
    }
  }, [highlights, leftBehind, drafts, change]);
  return drafts;
}
