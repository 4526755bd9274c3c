import { useState } from "react";
import type { Exam } from "@/api/models";
import { useSession } from "@/api/session";
import { paths } from "@/lib/paths";
import { saveFile } from "@/lib/save-file";
import { displayCode } from "@/lib/subjects";
import type { ExamPlan } from "@/parts/exams/plan";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { CancelButton, Dialog } from "@/ui/dialog";
import { calendarOf } from "./calendar";

interface CalendarDialogProps {
  exam: Exam;
  plan: ExamPlan | undefined;
  onClose: () => void;
}

/** Saves an exam, and its plan if it is wanted, as a file for calendars. */
export default function CalendarDialog({ exam, plan, onClose }: CalendarDialogProps) {
  const { me } = useSession();
  const [hasDays, setHasDays] = useState(false);

  function save() {
    const text = calendarOf({
      exam,
      days: hasDays && plan ? plan.days : [],
      owner: me?.uid ?? "",
      url: new URL(paths.exam(exam.course), window.location.origin).href,
      now: new Date(),
    });
    saveFile(new Blob([text], { type: "text/calendar;charset=utf-8" }), `${exam.course.toLowerCase()}-exam.ics`);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add to calendar"
      description={`A file with your exam in ${displayCode(exam.course)}, which calendars open. Opened again later, it replaces what it brought before.`}
      actions={
        <>
          <CancelButton />
          <Button variant="primary" onClick={save}>
            Download
          </Button>
        </>
      }
    >
      <div className="mt-4">
        <Checkbox
          label="Also each day of the plan"
          hint={plan ? "As it is now. It changes when you miss a day." : "The plan is not known right now."}
          checked={hasDays && plan !== undefined}
          disabled={!plan}
          onChange={({ target }) => setHasDays(target.checked)}
        />
      </div>
    </Dialog>
  );
}
