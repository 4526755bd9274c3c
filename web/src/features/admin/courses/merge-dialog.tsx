import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { unreachableProblem } from "@/api/problem";
import { COURSE_AUDIO_MAX_ITEMS } from "@/core/limits";
import { loadRules } from "@/core/wasm";
import {
  type CourseMerge,
  type MergePreview,
  mergeCourses,
  mergePreviewQuery,
  useRefreshCourses,
} from "@/data/courses/managed-courses";
import { displayCode } from "@/lib/urls/subjects";
import { ProblemMessage } from "@/parts/forms/problem";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { toast } from "@/ui/feedback/toast";
import { TextField } from "@/ui/form/text-field";
import { Dialog } from "@/ui/overlay/dialog";
import type { ManagedCourseRow } from "./use-course-search";

interface MergeDialogProps {
  course: ManagedCourseRow;
  /** Code of the target course if the merge was started before; otherwise empty. */
  into: string;
  onClose: () => void;
}

/** Dialog to choose the target course, preview the merge and run it. Also continues an interrupted merge. */
export function MergeDialog({ course, into: begun, onClose }: MergeDialogProps) {
  const [into, setInto] = useState(begun);
  const [isMerging, setMerging] = useState(false);
  const name = displayCode(course.courseCode);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !isMerging && onClose()}
      title={`Merge ${name} into another course`}
      description={`Everything in ${name} moves to the other course, and its code will always lead there. This cannot be undone.`}
    >
      {begun === "" && <TargetForm from={course.courseCode} disabled={isMerging} onChoose={setInto} />}
      {into === "" ? (
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      ) : (
        <Merging
          key={into}
          code={course.courseCode}
          into={into}
          hasBegun={begun !== ""}
          onMerging={setMerging}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface TargetFormProps {
  from: string;
  disabled: boolean;
  onChoose: (code: string) => void;
}

function TargetForm({ from, disabled, onChoose }: TargetFormProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();

  async function choose(event: FormEvent) {
    event.preventDefault();
    const core = await loadRules().catch(() => undefined);
    const parsed = core?.parseCourseCode(typed);
    if (!core) setError(unreachableProblem().detail);
    else if (!parsed) setError("Enter the code of the other course, for example CS 246.");
    else if (parsed.code === from) setError("Choose a different course. A course can't be merged into itself.");
    else {
      setError(undefined);
      onChoose(parsed.code);
      return;
    }
    onChoose("");
  }

  return (
    <form className="merge-target" noValidate onSubmit={(event) => void choose(event)}>
      <TextField
        label="Code of the other course"
        autoCapitalize="characters"
        autoComplete="off"
        value={typed}
        disabled={disabled}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={disabled}>
        See what moves
      </Button>
    </form>
  );
}

interface MergingProps {
  code: string;
  into: string;
  hasBegun: boolean;
  onMerging: (isMerging: boolean) => void;
  onClose: () => void;
}

function Merging({ code, into, hasBegun, onMerging, onClose }: MergingProps) {
  const preview = useQuery({ ...mergePreviewQuery(code, into), refetchOnWindowFocus: false });
  // Keep the confirmed preview visible during the merge.
  const [shown, setShown] = useState<MergePreview>();
  if (shown === undefined && preview.data !== undefined) setShown(preview.data);
  const [state, setState] = useState<{ merge: CourseMerge | undefined } | undefined>();
  const [problem, setProblem] = useState<ReactNode>();
  const refresh = useRefreshCourses();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(new Error("closed")), []);
  const [fromName, intoName] = [displayCode(code), displayCode(into)];

  async function merge() {
    const controller = new AbortController();
    stop.current = controller;
    setProblem(undefined);
    setState({ merge: undefined });
    onMerging(true);
    try {
      await mergeCourses(code, into, (done) => setState({ merge: done }), controller.signal);
      toast(`${fromName} is now part of ${intoName}.`);
      onMerging(false);
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      setProblem(
        <>
          What has already moved stays moved. Continue to move the rest. <ProblemMessage error={error} />
        </>,
      );
      onMerging(false);
    } finally {
      await refresh();
    }
  }

  const isBusy = state !== undefined && problem === undefined;
  const moved = state?.merge ? state.merge.notes + state.merge.chapters : 0;
  const all = shown ? shown.from.noteCount + shown.chapters.length : 0;
  return (
    <div className="mt-4 grid gap-4">
      {preview.isPending && !shown && (
        <div role="status" aria-label="Checking what will move...">
          <SkeletonText lines={4} />
        </div>
      )}
      {preview.isError && !shown && (
        <Banner kind="bad">
          <ProblemMessage error={preview.error} />
        </Banner>
      )}
      {shown && <WhatMoves preview={shown} />}
      {isBusy && <ProgressBar label={`Merging ${fromName}`} value={all > 0 ? moved / all : undefined} />}
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="actions">
        <Button disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" disabled={!shown} busy={isBusy} busyLabel="Merging..." onClick={() => void merge()}>
          {hasBegun || problem ? "Continue merging" : `Merge into ${intoName}`}
        </Button>
      </div>
    </div>
  );
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Returns the text for students' data that moves later. No `default`, so that a new kind fails the type check. */
function laterText(part: MergePreview["later"][number], into: string): string {
  switch (part) {
    case "likes":
      return "likes of the course; two likes by the same student count as one";
    case "follows":
      return "followers of the course";
    case "personalCards":
      return "personal cards";
    case "exams":
      return `exams; a student who also has an exam in ${into} chooses which date counts`;
    case "savedNotes":
      return "saved notes";
  }
}

function WhatMoves({ preview }: { preview: MergePreview }) {
  const { from, into, recordings, chapters, requests, later } = preview;
  const intoName = displayCode(into.courseCode);
  const isMany = recordings > COURSE_AUDIO_MAX_ITEMS;
  return (
    <section aria-label="What moves" className="merge-preview">
      <p>
        To <strong>{intoName}</strong>, {into.title}:
      </p>
      <ul>
        <li>{counted(from.noteCount, "note")}</li>
        <li>
          {isMany ? `More than ${COURSE_AUDIO_MAX_ITEMS} audio notes` : counted(recordings, "audio note")} about it
        </li>
        <li>{counted(requests, "request")} for it</li>
        <li>{counted(from.likes, "like")}</li>
        {chapters.map(({ number, title, cards, outcome, newNumber }) => (
          <li key={number}>
            Chapter {number}, “{title}”, with {counted(cards, "card")}
            {outcome === "renumbered" && `: becomes chapter ${newNumber}, because ${intoName} has a chapter ${number}`}
            {outcome === "folds" && `: its title is dropped, because ${intoName} has a chapter ${number}`}
          </li>
        ))}
      </ul>
      <p>Moves when each student next signs in:</p>
      <ul>
        {later.map((part) => (
          <li key={part}>{laterText(part, intoName)}</li>
        ))}
      </ul>
      {into.hidden && <Banner kind="warn">{intoName} is hidden, so students will see neither course.</Banner>}
    </section>
  );
}
