import { useState } from "react";
import type { Exam } from "@/api/models";
import { problemText } from "@/api/problem";
import { setExam } from "@/data/exams/exams";
import { saveFile } from "@/lib/browser/save-file";
import { isoDateOf } from "@/lib/time/days";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import type { ExamPlan } from "@/parts/exams/plan";
import { calendarDay } from "@/parts/exams/study-day";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { Checkbox } from "@/ui/form/checkbox";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { lastStudyDay, toICalendar } from "./calendar";

interface CalendarDialogProps {
  exam: Exam;
  plan: ExamPlan | undefined;
  onClose: () => void;
}

/** Dialog to save an exam, and optionally its plan, as a calendar file. */
export default function CalendarDialog({ exam, plan, onClose }: CalendarDialogProps) {
  const { me } = useSession();
  const [hasDays, setHasDays] = useState(exam.calendarUntil !== undefined);

  function save() {
    const days = hasDays && plan ? plan.days : [];
    const text = toICalendar({
      exam,
      days,
      today: calendarDay(),
      owner: me?.uid ?? "",
      url: new URL(paths.exam(exam.course), window.location.origin).href,
      now: new Date(),
    });
    // Remember the last day, so that a later file can cancel its events. ISO dates compare as strings.
    const last = lastStudyDay(days);
    const until = last === undefined ? "" : isoDateOf(last);
    if (until > (exam.calendarUntil ?? "")) void remember(until);
    saveFile(new Blob([text], { type: "text/calendar;charset=utf-8" }), `${exam.course.toLowerCase()}-exam.ics`);
    onClose();
  }

  async function remember(calendarUntil: string) {
    try {
      await setExam({ ...exam, calendarUntil }, exam);
    } catch (error) {
      toast(`The last day in the calendar file was not saved. ${problemText(error)}`, { kind: "error" });
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add to calendar"
      description={`A calendar file with your ${displayCode(exam.course)} exam.`}
      actions={
        <>
          <CancelButton />
          <Button variant="primary" onClick={save}>
            Download
          </Button>
        </>
      }
    >
      <p className="mt-4">
        If the exam moves, download it again. The new file moves the exam, and cancels study days from earlier files
        that are no longer planned. Some apps keep cancelled days; delete those yourself.
        {exam.time !== undefined && " The exam is entered for 2 hours."}
      </p>
      <div className="mt-4">
        <Checkbox
          label="Include each day of the plan"
          hint={plan ? "The plan as of now. It changes when you miss a day." : "Your plan isn't available right now."}
          checked={hasDays && plan !== undefined}
          disabled={!plan}
          onChange={({ target }) => setHasDays(target.checked)}
        />
      </div>
    </Dialog>
  );
}
