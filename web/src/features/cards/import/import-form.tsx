import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type CardBatch, importCards, withIds } from "@/api/card-imports";
import type { StudyChapter } from "@/api/models";
import { problemText } from "@/api/problem";
import { showChapter } from "@/api/study";
import type { Separator } from "@/core/cards";
import { CARDS_MAX } from "@/core/limits";
import { paths } from "@/lib/paths";
import { useUnsaved } from "@/lib/unsaved";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { DropZone } from "@/ui/drop-zone";
import { ProgressBar } from "@/ui/progress-bar";
import { SelectField } from "@/ui/select-field";
import { TextArea } from "@/ui/text-field";
import { toast } from "@/ui/toast";
import { Preview } from "./preview";
import { counted, rowsOf } from "./rows";
import { useCardTable } from "./use-card-table";

const separators = [
  { value: "", label: "Found in the text" },
  { value: "colons", label: "Two colons: front :: back" },
  { value: "comma", label: "Comma (CSV)" },
  { value: "semicolon", label: "Semicolon (CSV)" },
  { value: "tab", label: "Tab (TSV, cells of a table)" },
] as const;

/** A file takes the place of what is typed until it is put aside. */
interface ChosenText {
  name: string;
  bytes: Uint8Array;
}

/** What is on its way: fixed when it is first sent, so that going on makes no card twice. */
interface Sending {
  batches: CardBatch[];
  done: number;
}

interface ImportFormProps {
  code: string;
  deck: StudyChapter;
}

/** Cards that are pasted or come as a file: shown with every line that cannot be taken, then put into the chapter. */
export function ImportForm({ code, deck }: ImportFormProps) {
  const { chapter } = deck;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [file, setFile] = useState<ChosenText>();
  const [separator, setSeparator] = useState<Separator | "">("");
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState<Sending>();
  const [isBusy, setBusy] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(new Error("closed")), []);

  const shownText = useDeferredValue(text);
  // What was in the chapter when the page opened: what this page sends is no reason to mark a line.
  const [there] = useState(() => deck.cards.map(({ title, content }) => ({ title, content })));
  const isEmpty = file === undefined && text.trim() === "";
  const source = file ? file.bytes : shownText.trim() === "" ? undefined : shownText;
  const read = useCardTable(source, separator || undefined, there, CARDS_MAX);
  const table = isEmpty ? undefined : read.table;
  const rows = table ? rowsOf(table) : [];
  const markSaved = useUnsaved(!isEmpty);

  async function choose([chosen]: File[]) {
    if (!chosen) return;
    setProblem(undefined);
    try {
      setFile({ name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) });
    } catch (error) {
      console.warn("A file of cards cannot be read.", error);
      setProblem("This file cannot be read. Choose it again, or another one.");
    }
  }

  async function send(batches: CardBatch[], from: number) {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(undefined);
    setSending({ batches, done: from });
    setBusy(true);
    try {
      await importCards(code, chapter.id, batches, from, (done) => setSending({ batches, done }), controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn("Cards were not imported.", error);
      setProblem(`${problemText(error)} What was sent is kept; go on with the rest.`);
      setBusy(false);
      showChapter(queries, code, chapter.id);
      return;
    }
    markSaved();
    showChapter(queries, code, chapter.id);
    toast(`${counted(batches.flat().length, "card")} imported`);
    navigate(paths.chapter(code, chapter.id));
  }

  const left = sending ? sending.batches.slice(sending.done).flat().length : rows.length;
  const actions = (
    <>
      {isBusy && sending && (
        <ProgressBar label="Importing" value={sending.done / Math.max(1, sending.batches.length)} />
      )}
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={left === 0}
          busy={isBusy}
          busyLabel="Importing..."
          onClick={() => (sending ? send(sending.batches, sending.done) : table && send(withIds(table.batches), 0))}
        >
          {sending
            ? `Go on with ${counted(left, "card")}`
            : rows.length > 0
              ? `Import ${counted(rows.length, "card")}`
              : "Import cards"}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => navigate(paths.chapter(code, chapter.id))}>
          Cancel
        </Button>
      </div>
    </>
  );
  return (
    <div className="import-cards">
      <section className="card panel grid gap-4" aria-label="Cards to import">
        {file ? (
          <Banner
            action={
              <Button size="sm" disabled={isBusy || sending !== undefined} onClick={() => setFile(undefined)}>
                Put aside
              </Button>
            }
          >
            <strong>{file.name}</strong>
          </Banner>
        ) : (
          <>
            <TextArea
              label="Cards"
              hint="One card a line: front :: back. Or CSV, or cells copied from a table. Both sides are Markdown, with formulas between dollar signs."
              rows={10}
              spellCheck={false}
              disabled={sending !== undefined}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            {sending === undefined && (
              <DropZone
                multiple={false}
                accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
                label="Drop a CSV, TSV or text file here or"
                chooseLabel="choose a file"
                onFiles={(files) => void choose(files)}
              />
            )}
          </>
        )}
        <SelectField
          label="Front and back are parted by"
          options={separators}
          value={separator}
          disabled={sending !== undefined}
          onChange={(event) => setSeparator(separators.find(({ value }) => value === event.target.value)?.value ?? "")}
        />
      </section>
      <section className="grid gap-4" aria-label="Preview">
        {read.problem && !isEmpty && <Banner kind="bad">{read.problem}</Banner>}
        {table ? (
          <Preview table={table}>{actions}</Preview>
        ) : (
          <>
            <p className="import-more">The cards are shown here before they are imported.</p>
            {actions}
          </>
        )}
      </section>
    </div>
  );
}
