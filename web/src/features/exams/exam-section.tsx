import { CalendarClock } from "lucide-react";
import { useRef, useState } from "react";
import type { Exam } from "@/api/models";
import { useExams } from "@/data/exams/exams";
import { paths } from "@/lib/urls/paths";
import { countdownText, daysUntil } from "@/parts/exams/exam-text";
import { calendarDay } from "@/parts/exams/study-day";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { Countdown } from "./countdown";
import { type ExamDialogKind, ExamDialogs } from "./exam-dialogs";
import { ExamMenu } from "./exam-menu";
import { SetAsideExamsBanner } from "./set-aside-exams";
import "./exams.css";

/** Section of the course page with its exam and today's part of the plan. */
export function ExamSection({ code }: { code: string }) {
  const { exams, isError, error, refetch } = useExams();
  const [dialog, setDialog] = useState<ExamDialogKind>();
  const heading = useRef<HTMLHeadingElement>(null);
  const exam = exams?.find(({ course }) => course === code);
  return (
    <section className="exam-part" aria-labelledby="exam" aria-busy={!exams && !isError}>
      <div className="section-header">
        <h2 ref={heading} tabIndex={-1} className="section" id="exam">
          Exam
        </h2>
        {exams && !exam && (
          <Button size="sm" icon={<CalendarClock />} onClick={() => setDialog("date")}>
            Set date
          </Button>
        )}
        {exam && <ExamMenu exam={exam} onOpenDialog={setDialog} />}
      </div>
      {isError && !exams && (
        <LoadError variant="banner" error={error} onRetry={refetch}>
          Could not load your exams
        </LoadError>
      )}
      {!exams && !isError && <Skeleton className="h-14 w-full" />}
      {exams && !exam && <p className="sub">Set the date to see what to study each day until then.</p>}
      {exam && <SetAsideExamsBanner exam={exam} heading={heading} />}
      {exam && <SetExam exam={exam} onAsk={setDialog} />}
      <ExamDialogs code={code} exam={exam} dialog={dialog} onClose={() => setDialog(undefined)} />
    </section>
  );
}

function SetExam({ exam, onAsk }: { exam: Exam; onAsk: (dialog: ExamDialogKind) => void }) {
  const today = calendarDay();
  if (daysUntil(exam, today) >= 0) return <Ahead exam={exam} today={today} />;
  return (
    <div className="card exam-card">
      <p className="tabular-nums">{countdownText(exam, today)}.</p>
      <div className="actions">
        <Button size="sm" onClick={() => onAsk("date")}>
          Set the next date
        </Button>
        <Button size="sm" onClick={() => onAsk("remove")}>
          Remove
        </Button>
      </div>
    </div>
  );
}

function Ahead({ exam, today }: { exam: Exam; today: number }) {
  return (
    <div className="card exam-card">
      <Countdown exam={exam} today={today} />
      <div className="actions">
        <LinkButton size="sm" to={paths.exam(exam.course)}>
          Plan
        </LinkButton>
      </div>
    </div>
  );
}
