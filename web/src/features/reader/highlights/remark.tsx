import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Highlight } from "@/api/models";
import { HIGHLIGHT_REMARK_MAX_CHARS } from "@/core/limits";
import { withContent } from "@/data/highlights/highlights";
import type { SaveFailure } from "@/data/highlights/remark-drafts";
import { Button } from "@/ui/controls/button";
import type { HighlightActions } from "./use-highlights";

/** Debounce of saving, in milliseconds. */
const SAVE_AFTER_PAUSE_MS = 800;

/** Maximum time between two saves while the student types without a pause, in milliseconds. */
const SAVE_EVERY_MS = 3000;

const STATUS_TEXT = { saving: "Saving…", saved: "Saved", failed: "Not saved. Change the text to try again." };

/** One attempt to save a remark. */
interface Attempt {
  text: string;
  outcome: Promise<SaveFailure | undefined>;
}

interface RemarkProps {
  highlight: Highlight;
  marking: Pick<HighlightActions, "change" | "drafts">;
  /** Whether to focus the field. */
  isChosen: boolean;
}

/** Text field for the remark on a highlight. Saves while the student types and when the page is hidden or closed. */
export function RemarkField({ highlight, marking, isChosen }: RemarkProps) {
  /** Text that differs, or may differ, from the saved remark. `undefined` while the field shows the saved remark. */
  const [draft, setDraft] = useState<string>();
  /** Saved remark from which the draft started. */
  const base = useRef("");
  /** Last text that is known to be saved. `base` is ahead of it while saves are in flight. */
  const confirmed = useRef("");
  const [status, setStatus] = useState<keyof typeof STATUS_TEXT>();
  const field = useRef<HTMLTextAreaElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsavedSince = useRef<number>(undefined);
  const edits = useRef(0);
  const attempt = useRef<Attempt>(undefined);
  const { drafts } = marking;
  const localDraft = useSyncExternalStore(drafts.watch, () => drafts.read()[highlight.id]);
  /** Draft that could not be saved, also by an earlier page of this tab. */
  const failed = localDraft?.failure && localDraft;
  const stored = highlight.mark.remark;
  const unsaved = draft ?? failed?.text;
  const text = unsaved ?? stored;

  /** Saves the draft. Resolves to true if the text is saved now. A refused text is sent again only on request. */
  async function save(isRequested = false): Promise<boolean> {
    clearTimeout(timer.current);
    unsavedSince.current = undefined;
    if (unsaved === undefined) return true;
    if (failed?.failure?.isFinal && !isRequested) return false;
    const edit = edits.current;
    if (draft === undefined && failed) startFrom(failed.base);
    // An optimistic change is already in `stored`, but it may still be rejected.
    if (unsaved !== stored) attempt.current = start(unsaved);
    const current = attempt.current;
    const failure = await current?.outcome;
    if (failure && current) revert(current);
    if (edit === edits.current) {
      setStatus(failure ? "failed" : "saved");
      if (failure) drafts.set(highlight.id, { text: unsaved, base: base.current, failure });
      else drafts.remove(highlight.id);
    }
    return !failure;
  }

  function startFrom(saved: string): void {
    base.current = saved;
    confirmed.current = saved;
  }

  function start(remark: string): Attempt {
    const from = base.current;
    base.current = remark;
    const onStored = () => drafts.removeIf(highlight.id, remark);
    const sending = marking.change(withContent(highlight, { remark: from }), { remark }, onStored);
    const outcome = sending.then((failure) => {
      if (!failure) confirmed.current = remark;
      return failure;
    });
    return { text: remark, outcome };
  }

  /** After a rejection, bases the text typed since then on the last saved remark. */
  function revert(rejected: Attempt): void {
    if (attempt.current === rejected) attempt.current = undefined;
    if (base.current === rejected.text) base.current = confirmed.current;
    const later = drafts.read()[highlight.id];
    if (later?.base === rejected.text) drafts.set(highlight.id, { ...later, base: confirmed.current });
  }
  const latestSave = useRef(save);
  latestSave.current = save;

  function type(typed: string): void {
    if (draft === undefined) startFrom(failed?.base ?? stored);
    setDraft(typed);
    drafts.set(highlight.id, { text: typed, base: base.current });
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

  /** Saves the draft unless the focus moves between the field and its buttons. */
  function blur({ relatedTarget }: FocusEvent): void {
    if (relatedTarget && (relatedTarget === field.current || actions.current?.contains(relatedTarget))) return;
    void leave();
  }

  function saveAgain(): void {
    field.current?.focus();
    setStatus("saving");
    void save(true);
  }

  function discard(): void {
    field.current?.focus();
    edits.current += 1;
    drafts.remove(highlight.id);
    setDraft(undefined);
    setStatus(undefined);
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
        onBlur={blur}
      />
      <p className="hint reader-remark-status" role="status">
        {failed?.failure && status !== "saving" ? `Not saved. ${failed.failure.reason}` : status && STATUS_TEXT[status]}
      </p>
      {failed && (
        <div ref={actions} className="reader-remark-failed">
          <Button size="sm" onBlur={blur} onClick={saveAgain}>
            Save again
          </Button>
          {/* The press must not blur the field, which would send the text once more. */}
          <Button
            size="sm"
            variant="quiet"
            onMouseDown={(event) => event.preventDefault()}
            onBlur={blur}
            onClick={discard}
          >
            Discard
          </Button>
        </div>
      )}
    </>
  );
}
