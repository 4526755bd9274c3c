import { type FormEvent, useId, useState } from "react";
import type { Exam } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import {
  EXAM_AHEAD_MAX_DAYS,
  EXAM_TITLE_MAX_CHARS,
  STUDY_RETENTION_DEFAULT_PERCENT,
  STUDY_RETENTION_MAX_PERCENT,
  STUDY_RETENTION_MIN_PERCENT,
} from "@/core/limits";
import { setExam } from "@/data/exams/exams";
import { isoDateOf } from "@/lib/time/days";
import { displayCode } from "@/lib/urls/subjects";
import { calendarDay } from "@/parts/exams/study-day";
import { ProblemMessage } from "@/parts/forms/problem";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { TextField } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";

interface ExamDialogProps {
  code: string;
  /** Current exam of the course; `undefined` adds one. */
  exam: Exam | undefined;
  onClose: () => void;
}

/** Dialog to set the date and the retention target of a course's exam. */
export default function ExamDialog({ code, exam, onClose }: ExamDialogProps) {
  // Version that the student saw. It may change on another device while the dialog is open.
  const [seen] = useState(exam);
  const [typed, setTyped] = useState({
    date: exam?.date ?? "",
    time: exam?.time ?? "",
    title: exam?.title ?? "",
    retentionPercent: String(exam?.retentionPercent ?? STUDY_RETENTION_DEFAULT_PERCENT),
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const form = useId();
  const fields = error instanceof ApiProblem ? error.fields : [];
  const today = calendarDay();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { date, time, title, retentionPercent } = typed;
    const name = title.trim();
    setBusy(true);
    setError(undefined);
    try {
      const edit = {
        course: code,
        ...(seen?.id !== undefined && { id: seen.id }),
        date,
        ...(time && { time }),
        ...(name && { title: name }),
        retentionPercent: Number(retentionPercent),
        ...(seen?.calendarUntil !== undefined && { calendarUntil: seen.calendarUntil }),
        ...(seen?.setAside && { setAside: seen.setAside }),
      };
      await setExam(edit, seen);
      onClose();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  }

  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: fields.find((each) => each.field === name)?.message,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Exam in ${displayCode(code)}`}
      description="Only you can see it."
      actions={
        <>
          <CancelButton disabled={isBusy} />
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-4 mt-4" onSubmit={(event) => void onSubmit(event)}>
        {error !== undefined && fields.length === 0 && (
          <Banner kind="bad">
            <ProblemMessage error={error} />
          </Banner>
        )}
        <TextField
          label="Date"
          type="date"
          required
          min={isoDateOf(today)}
          max={isoDateOf(today + EXAM_AHEAD_MAX_DAYS)}
          {...field("date")}
        />
        <TextField label="Time" optional type="time" {...field("time")} />
        <TextField
          label="Title"
          optional
          placeholder="Midterm"
          maxLength={EXAM_TITLE_MAX_CHARS}
          autoComplete="off"
          {...field("title")}
        />
        <TextField
          label="Cards you want to remember on the day (%)"
          hint="A higher value means more reviews before it."
          type="number"
          inputMode="numeric"
          required
          step={1}
          min={STUDY_RETENTION_MIN_PERCENT}
          max={STUDY_RETENTION_MAX_PERCENT}
          {...field("retentionPercent")}
        />
      </form>
    </Dialog>
  );
}
