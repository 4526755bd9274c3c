import { useEffect, useRef, useState } from "react";
import type { Highlight } from "@/api/models";
import { HIGHLIGHT_REMARK_MAX_CHARS } from "@/core/limits";
import { withMark } from "@/data/highlights/highlights";
import type { Marking } from "./use-highlights";

/** Debounce of saving, in milliseconds. */
const SAVE_AFTER_PAUSE_MS = 800;

/** Maximum time between two saves while the student types without a pause, in milliseconds. */
const SAVE_EVERY_MS = 3000;

const STATUS_TEXT = { saving: "Saving…", saved: "Saved", failed: "Not saved. Change the text to try again." };

interface RemarkProps {
  highlight: Highlight;
  marking: Pick<Marking, "change" | "drafts">;
  /** Whether to focus the field. */
  isChosen: boolean;
}

/** Text field for the remark on a highlight. Saves while the student types and when the page is hidden or closed. */
export function Remark({ highlight, marking, isChosen }: RemarkProps) {
  /** Text that differs, or may differ, from the saved remark. `undefined` while the field shows the saved remark. */
  const [draft, setDraft] = useState<string>();
  /** Saved remark from which the draft started. */
  const base = useRef("");
  const [status, setStatus] = useState<keyof typeof STATUS_TEXT>();
  const field = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsavedSince = useRef<number>(undefined);
  const edits = useRef(0);
  const saving = useRef(Promise.resolve(true));
  const stored = highlight.mark.remark;
  const text = draft ?? stored;

  /** Saves the draft. Resolves to true if the text is saved now. */
  async function save(): Promise<boolean> {
    clearTimeout(timer.current);
    unsavedSince.current = undefined;
    if (draft === undefined) return true;
    const edit = edits.current;
    // An optimistic change is already in `stored`, but it may still be rejected.
    if (draft !== stored) {
      saving.current = marking.change(withMark(highlight, { remark: base.current }), { remark: draft });
      base.current = draft;
    }
    const isSaved = await saving.current;
    if (!isSaved) {
      saving.current = Promise.resolve(true);
      base.current = stored;
    }
    if (edit === edits.current) {
      setStatus(isSaved ? "saved" : "failed");
      if (isSaved) marking.drafts.remove(highlight.id);
    }
    return isSaved;
  }
  const latestSave = useRef(save);
  latestSave.current = save;

  function type(typed: string): void {
    if (draft === undefined) base.current = stored;
    setDraft(typed);
    marking.drafts.set(highlight.id, { text: typed, base: base.current });
    setStatus("saving");
    edits.current += 1;
    unsavedSince.current ??= Date.now();
    const untilForced = unsavedSince.current + SAVE_EVERY_MS - Date.now();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latestSave.current(), Math.min(SAVE_AFTER_PAUSE_MS, untilForced));
  }

  async function leave(): Promise<void> {
    // Keep the draft of a failed save in the field.
    if (await save()) setDraft((current) => (current === draft ? undefined : current));
  }

  useEffect(() => {
    if (!isChosen) return;
    field.current?.focus();
    field.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const saveNow = () => void latestSave.current();
    // A write to IndexedDB that starts with `pagehide` may be cut off. Phones that discard a page fire no
    // `beforeunload`.
    window.addEventListener("beforeunload", saveNow, { signal });
    window.addEventListener("pagehide", saveNow, { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && saveNow(), { signal });
    return () => {
      leaving.abort();
      saveNow();
    };
  }, []);
  return (
    <>
      <textarea
        ref={field}
        className="input"
        rows={text ? 3 : 1}
        // Merged remarks of two devices may exceed the limit and must stay editable.
        maxLength={Math.max(HIGHLIGHT_REMARK_MAX_CHARS, stored.length)}
        aria-label={`Comment on: ${highlight.mark.quote.slice(0, 60)}`}
        placeholder="Add a comment"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => void leave()}
      />
      <p className="hint reader-remark-status" role="status">
        {status && STATUS_TEXT[status]}
      </p>
    </>
  );
}
