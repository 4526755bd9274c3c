import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { problemText } from "@/api/problem";
import type { CardTable, Separator } from "@/core/cards";
import { type CardBatch, withIds } from "@/data/cards/card-imports";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { ProblemMessage } from "@/parts/forms/problem";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import { Checkbox } from "@/ui/form/checkbox";
import { findInterruptedImport, type ImportProgress, identifySource, startOrResumeImport } from "./import-progress";
import { ImportSource } from "./import-source";
import type { ImportTarget } from "./import-target";
import { Preview } from "./preview";
import { countWithNoun, rowsOf } from "./rows";
import { SkippedFromDeck } from "./skipped-from-deck";
import { splitByChapterCapacity } from "./split-import";
import { isDeck } from "./upload-deck";
import { useCardTable } from "./use-card-table";
import { useDeckUpload } from "./use-deck";

/** A selected file. Replaces the pasted text until the student removes it. */
interface ChosenText {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An import in progress. The batches are fixed at the first attempt, so that a retry creates no duplicates. */
interface Sending {
  batches: CardBatch[];
  done: number;
  sent: ImportProgress;
}

/** Deletes the imported cards and shows the progress in a toast. Calls `onUndone` when none remain. */
async function undoImport(to: ImportTarget, sent: ImportProgress, onUndone = () => {}): Promise<void> {
  // The pressed button disappears. Move the focus to the start of the page, as a navigation does.
  document.querySelector("main")?.focus({ preventScroll: true });
  const id = "undo-import";
  toast("Undoing the import...", { id, kind: "info", isPersistent: true });
  const release = sent.holdTabLock();
  sent.save();
  try {
    await to.undo(sent, (removed, of) => {
      const counts = `${removed.toLocaleString("en")} of ${of.toLocaleString("en")}`;
      toast(`Undoing the import: ${counts} cards removed`, { id, kind: "info", isPersistent: true });
    });
    sent.drop();
  } catch (error) {
    console.warn("An import was not undone.", error);
    const action = { label: "Try again", onClick: () => void undoImport(to, sent, onUndone) };
    toast(`Some imported cards are still there. ${problemText(error)}`, { id, kind: "error", action });
    return;
  } finally {
    release();
    to.onImported();
  }
  toast("Import undone", { id });
  onUndone();
}

/** Form to import cards from pasted text or a file, with a preview that lists the rejected lines. */
export function ImportForm({ to }: { to: ImportTarget }) {
  const navigate = useNavigate();
  const session = useSession();
  const uid = session.status === "signed-in" && !session.isSharedComputer ? session.me.uid : undefined;
  const importId = to.id ?? to.page;
  const [interrupted, setInterrupted] = useState<ImportProgress>();
  useEffect(() => {
    const closed = new AbortController();
    const { signal } = closed;
    findInterruptedImport(uid, importId, signal).then(
      (found) => !signal.aborted && setInterrupted(found),
      () => undefined,
    );
    return () => closed.abort();
  }, [uid, importId]);
  const [text, setText] = useState("");
  const [file, setFile] = useState<ChosenText>();
  const deck = useDeckUpload();
  const [separator, setSeparator] = useState<Separator | "">("");
  const [withPictures, setWithPictures] = useState(true);
  const [problem, setProblem] = useState<ReactNode>();
  const [sending, setSending] = useState<Sending>();
  const [isBusy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const release = useRef(() => {});
  useEffect(
    () => () => {
      stop.current?.abort(new Error("closed"));
      release.current();
    },
    [],
  );

  const shownText = useDeferredValue(text);
  // Freeze the existing cards when the page opens: cards sent by this page must not count as duplicates.
  const [{ there, max, places }] = useState(() => ({
    there: to.existingCards.map(({ title, content }) => ({ title, content })),
    max: to.max,
    places: to.places,
  }));
  const read = deck.state.is === "read" ? deck.state.deck : undefined;
  const isEmpty = deck.file === undefined && file === undefined && text.trim() === "";
  const typed = file ? file.bytes : shownText.trim() === "" ? undefined : shownText;
  const found = useCardTable(deck.file ? read?.cards : typed, separator || undefined, there, max);
  const table = isEmpty || (deck.file && !read) ? undefined : found.table;
  const rows = table ? rowsOf(table) : [];
  const pictures = rows.filter(({ picture }) => picture).length;
  const markSaved = useUnsavedChanges(!isEmpty);

  async function choose([chosen]: File[]) {
    if (!chosen) return;
    setProblem(undefined);
    if (isDeck(chosen)) {
      deck.choose(chosen);
      return;
    }
    try {
      setFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) });
    } catch (error) {
      console.warn("A file of cards cannot be read.", error);
      setProblem("This file cannot be read. Choose it again, or another one.");
    }
  }

  async function send(batches: CardBatch[], from: number, sent: ImportProgress) {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(undefined);
    setSending({ batches, done: from, sent });
    setBusy(true);
    let before = 0;
    try {
      for (const [index, batch] of batches.entries()) {
        if (index >= from)
          await to.send(batch, withPictures && pictures > 0 ? read?.id : undefined, controller.signal, before, sent);
        before += batch.length;
        setSending({ batches, done: Math.max(from, index + 1), sent });
      }
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn("Cards were not imported.", error);
      setProblem(
        <>
          The cards already sent are saved. Continue with the rest. <ProblemMessage error={error} />
        </>,
      );
      setBusy(false);
      to.onImported();
      return;
    }
    markSaved();
    sent.drop();
    to.onImported();
    toast(`${countWithNoun(before, "card")} imported`, {
      isPersistent: true,
      action: { label: "Undo", onClick: () => void undoImport(to, sent) },
    });
    navigate(to.pageAfter?.(before) ?? to.page);
  }

  function putAside() {
    setFile(undefined);
    deck.choose(undefined);
  }

  async function begin(table: CardTable) {
    const batches = withIds(table.batches);
    setBusy(true);
    const source = await identifySource(deck.file ?? file?.bytes ?? text);
    const sent = startOrResumeImport(uid, importId, source, interrupted);
    release.current = sent.holdTabLock();
    await send(places ? splitByChapterCapacity(batches, places) : batches, 0, sent);
  }

  async function undo(sent: ImportProgress) {
    setBusy(true);
    setProblem(undefined);
    await undoImport(to, sent, () => {
      release.current();
      setSending(undefined);
      if (sent !== interrupted) return;
      // This page compares with cards that are gone now, so it closes.
      markSaved();
      navigate(to.page);
    });
    setBusy(false);
  }

  function keepInterrupted() {
    interrupted?.drop();
    setInterrupted(undefined);
  }

  const remark = to.capacityHint?.(rows.length);
  const all = sending ? sending.batches.flat().length : rows.length;
  const left = sending ? sending.batches.slice(sending.done).flat().length : all;
  const actions = (
    <>
      {remark && <Banner>{remark}</Banner>}
      {pictures > 0 && (
        <Checkbox
          label={`With ${countWithNoun(pictures, "picture")}`}
          checked={withPictures}
          disabled={isBusy}
          onChange={(event) => setWithPictures(event.target.checked)}
        />
      )}
      {isBusy && sending && (
        <div className="grid gap-2" role="status">
          <p className="import-more">
            {(all - left).toLocaleString("en")} of {all.toLocaleString("en")} cards imported
          </p>
          <ProgressBar label="Importing" value={(all - left) / Math.max(1, all)} />
        </div>
      )}
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={left === 0}
          busy={isBusy}
          busyLabel="Importing..."
          onClick={() => (sending ? send(sending.batches, sending.done, sending.sent) : table && begin(table))}
        >
          {sending
            ? `Continue with ${countWithNoun(left, "card")}`
            : rows.length > 0
              ? `Import ${countWithNoun(rows.length, "card")}`
              : "Import cards"}
        </Button>
        {sending && !isBusy && <Button onClick={() => void undo(sending.sent)}>Undo what was sent</Button>}
        <Button variant="quiet" disabled={isBusy} onClick={() => navigate(to.page)}>
          Cancel
        </Button>
      </div>
    </>
  );
  return (
    <>
      {interrupted && !sending && (isEmpty || (table && rows.length === 0)) && (
        <Banner
          className="mb-4"
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" disabled={isBusy} onClick={() => void undo(interrupted)}>
                Undo what was sent
              </Button>
              <Button size="sm" variant="quiet" disabled={isBusy} onClick={keepInterrupted}>
                Keep the cards
              </Button>
            </div>
          }
        >
          An import of cards was interrupted. Import the same cards again to continue, or undo what was sent.
        </Banner>
      )}
      <div className="import-cards">
        <section className="card panel grid gap-4" aria-label="Cards to import">
          <ImportSource
            file={deck.file?.name ?? file?.name}
            isDeck={deck.file !== undefined}
            isFixed={isBusy || sending !== undefined}
            text={text}
            separator={separator}
            onText={setText}
            onSeparator={setSeparator}
            onFiles={(files) => void choose(files)}
            onPutAside={putAside}
          />
          {to.choice?.(isBusy || sending !== undefined)}
        </section>
        <section className="grid gap-4" aria-label="Preview">
          {found.problem && !isEmpty && <Banner kind="bad">{found.problem}</Banner>}
          {deck.state.is === "sending" && (
            <div className="grid gap-2" role="status">
              <p className="import-more">
                {deck.state.progress === undefined
                  ? "Reading the deck and converting its pictures. This can take a few minutes."
                  : "Sending the deck."}
              </p>
              <ProgressBar label="Reading the deck" value={deck.state.progress} />
            </div>
          )}
          {deck.state.is === "paused" && (
            <Banner kind="offline">Can't reach Note Ninja. The deck will be sent when the connection is back.</Banner>
          )}
          {deck.state.is === "rejected" && (
            <Banner
              kind="bad"
              action={
                deck.state.canRetry && (
                  <Button size="sm" onClick={deck.retry}>
                    Retry
                  </Button>
                )
              }
            >
              {deck.state.problem}
            </Banner>
          )}
          {read && <SkippedFromDeck skipped={read.skipped} />}
          {table ? (
            <Preview table={table} unit={read ? "card" : "line"}>
              {actions}
            </Preview>
          ) : (
            <>
              {deck.file === undefined && <p className="import-more">A preview of the cards will appear here.</p>}
              {actions}
            </>
          )}
        </section>
      </div>
    </>
  );
}
