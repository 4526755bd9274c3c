import { type ReactNode, useEffect, useRef, useState } from "react";
import { unreachableProblem } from "@/api/problem";
import { type CourseTable, loadImports } from "@/core/imports";
import {
  type DifferentText,
  emptyImportTally,
  type ImportTally,
  importCourses,
  replaceDifferentTexts,
  useRefreshCourses,
} from "@/data/courses/managed-courses";
import { displayCode } from "@/lib/urls/subjects";
import { ProblemMessage } from "@/parts/forms/problem";
import { countLines, ImportErrors } from "@/parts/import-errors";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { DropZone } from "@/ui/form/drop-zone";
import { Dialog } from "@/ui/overlay/dialog";

/** Number of valid rows in the preview. */
const SAMPLE_ITEMS = 5;

interface Chosen {
  name: string;
  table: CourseTable;
  rows: number;
}

/** Dialog to import courses from a file. Lists the rejected lines with reasons and imports the others in batches. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<ReactNode>();
  const [tally, setTally] = useState<ImportTally>();
  const [isSending, setSending] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const refresh = useRefreshCourses();
  useEffect(() => () => stop.current?.abort(new Error("closed")), []);

  async function choose([file]: File[]) {
    if (!file) return;
    setProblem(undefined);
    setTally(undefined);
    setChosen(undefined);
    try {
      const bytes = await file.arrayBuffer();
      const imports = await loadImports().catch(() => {
        throw unreachableProblem();
      });
      const table = imports.readCourseTable(new Uint8Array(bytes));
      setChosen({ name: file.name, table, rows: table.batches.reduce((sum, batch) => sum + batch.length, 0) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "This file cannot be read. Choose another one.");
    }
  }

  const isSent = chosen !== undefined && tally !== undefined && tally.sent === chosen.rows;
  const left = tally?.different.length ?? 0;

  async function send({ table }: Chosen) {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(undefined);
    setSending(true);
    try {
      const done =
        isSent && left > 0
          ? await replaceDifferentTexts(table, tally, setTally, controller.signal)
          : await importCourses(table, tally ?? emptyImportTally, setTally, controller.signal);
      setTally(done);
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(
        <>
          {isSent
            ? "The texts already replaced are saved. Replace the others again."
            : "The courses already sent are saved. Continue with the rest."}{" "}
          <ProblemMessage error={error} />
        </>,
      );
    } finally {
      setSending(false);
      await refresh();
    }
  }

  const isDone = isSent && !isSending;
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !isSending && onClose()}
      title="Import courses"
      description="A CSV or TSV file whose first line names the columns: code, title and, if there is one, description. Existing courses keep their text until you replace it; their likes and notes stay."
    >
      <div className="mt-4 grid gap-4">
        {tally === undefined && !isSending && (
          <DropZone
            multiple={false}
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            label="Drop a CSV or TSV file here or"
            chooseLabel="choose a file"
            onFiles={(files) => void choose(files)}
          />
        )}
        {chosen && (
          <Preview chosen={chosen} rejected={[...(tally?.rejected ?? []), ...(tally?.different ?? []).map(leftOut)]} />
        )}
        {chosen && tally && (
          <p role="status">
            {tally.sent} of {chosen.rows} sent: {tally.created} created, {tally.updated} changed, {tally.unchanged}{" "}
            unchanged, {tally.rejected.length} rejected.
            {left > 0 && ` ${left === 1 ? "1 course has" : `${left} courses have`} another text and did not change.`}
          </p>
        )}
        {isSending && chosen && <ProgressBar label="Importing" value={(tally?.sent ?? 0) / chosen.rows} />}
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <Button disabled={isSending} onClick={onClose}>
            {isDone ? "Close" : "Cancel"}
          </Button>
          {(!isDone || left > 0) && (
            <Button
              variant="primary"
              disabled={!chosen || chosen.rows === 0}
              busy={isSending}
              busyLabel="Importing..."
              onClick={() => chosen && void send(chosen)}
            >
              {isSent
                ? `Replace ${texts(left)}`
                : tally
                  ? "Continue"
                  : `Import ${chosen ? courses(chosen.rows) : "courses"}`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Explains why the row of an existing course was left out. */
function leftOut({ row, title, description }: DifferentText): ImportTally["rejected"][number] {
  const others = [
    ...(row.title === title ? [] : [`another title: ${title}`]),
    ...(!row.description || row.description === description ? [] : [`another description: ${description || "none"}`]),
  ];
  return { line: row.line, reason: `${displayCode(row.courseCode)} has ${others.join("; ")}` };
}

const texts = (count: number): string => (count === 1 ? "1 text" : `${count} texts`);

function courses(count: number): string {
  return count === 1 ? "1 course" : `${count} courses`;
}

function Preview({ chosen: { name, table, rows }, rejected }: { chosen: Chosen; rejected: ImportTally["rejected"] }) {
  const bad = [...table.bad, ...rejected].toSorted((one, other) => one.line - other.line);
  const left = countLines(bad);
  const sample = table.batches.flat().slice(0, SAMPLE_ITEMS);
  return (
    <section aria-label={name} className="import-preview">
      <p>
        <strong>{name}</strong>: {courses(rows)} to import
        {left > 0 && `, ${left === 1 ? "1 line" : `${left} lines`} left out`}.
      </p>
      {sample.length > 0 && (
        <ul>
          {sample.map(({ courseCode, title }) => (
            <li key={courseCode}>
              {displayCode(courseCode)}: {title}
            </li>
          ))}
          {rows > sample.length && <li>and {courses(rows - sample.length)} more</li>}
        </ul>
      )}
      <ImportErrors lines={bad} />
    </section>
  );
}
