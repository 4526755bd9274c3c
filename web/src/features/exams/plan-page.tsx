import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { Exam } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { useExams } from "@/data/exams/exams";
import { usePageTitle } from "@/lib/browser/page-title";
import { weekdayText } from "@/lib/time/days";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import {
  countdownText,
  dayPlanText,
  daysUntil,
  examDateText,
  plannedCardsText,
  plannedTimeText,
} from "@/parts/exams/exam-text";
import { type ExamPlan, examPlanQuery, type PlannedDay } from "@/parts/exams/plan";
import { calendarDay } from "@/parts/exams/study-day";
import { player } from "@/player/player";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { SectionHeading } from "@/ui/layout/section-head";
import { type ExamDialogKind, ExamDialogs } from "./exam-dialogs";
import { ExamMenu } from "./exam-menu";
import { SetAsideExamsBanner } from "./set-aside-exams";
import { todayPlanText } from "./today-plan-text";
import "./exams.css";

/** Number of days shown at first: two weeks. */
const SHOWN_DAYS = 14;

/** Page with the daily plan until the exam of a course. */
export function PlanPage({ code }: { code: string }) {
  const display = displayCode(code);
  usePageTitle(`Exam in ${display}`);
  const { exams, isError, error, refetch } = useExams();
  const [dialog, setDialog] = useState<ExamDialogKind>();
  const heading = useRef<HTMLHeadingElement>(null);
  const exam = exams?.find(({ course }) => course === code);
  const back = <BackButton to={paths.notes(code)} label={display} />;
  const dialogs = <ExamDialogs code={code} exam={exam} dialog={dialog} onClose={() => setDialog(undefined)} />;
  if (!exam) {
    return (
      <>
        {back}
        <h1 className="sr-only">Exam in {display}</h1>
        {exams ? (
          <StatusPlaceholder
            icon={<CalendarClock />}
            title="No exam date yet"
            body="Set it to see what to study each day until then."
            action={
              <Button variant="primary" onClick={() => setDialog("date")}>
                Set date
              </Button>
            }
          />
        ) : isError ? (
          <LoadError variant="page" error={error} onRetry={refetch}>
            Could not load your exams
          </LoadError>
        ) : (
          <div role="status" aria-label="Loading...">
            <Skeleton className="h-14 w-full" />
          </div>
        )}
        {dialogs}
      </>
    );
  }
  const today = calendarDay();
  return (
    <>
      <PageHeader
        back={back}
        titleRef={heading}
        title={countdownText(exam, today)}
        subtitle={`${display} · ${examDateText(exam)} · ${exam.retentionPercent}% target recall`}
        actions={
          <>
            <Button icon={<CalendarClock />} onClick={() => setDialog("date")}>
              {daysUntil(exam, today) < 0 ? "Set the next date" : "Change"}
            </Button>
            <ExamMenu exam={exam} onOpenDialog={setDialog} />
          </>
        }
      />
      <SetAsideExamsBanner exam={exam} heading={heading} />
      {daysUntil(exam, today) < 0 ? (
        <p className="sub">The exam is over; there is nothing left to plan.</p>
      ) : (
        <Planned exam={exam} />
      )}
      {dialogs}
    </>
  );
}

function Planned({ exam }: { exam: Exam }) {
  const queries = useQueryClient();
  const { data: plan, error, refetch } = useQuery(examPlanQuery(queries, exam));
  if (!plan) {
    return error ? (
      <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
        Could not make your plan
      </LoadError>
    ) : (
      <div role="status" aria-label="Loading...">
        <Skeleton className="h-40 w-full" />
      </div>
    );
  }
  const [first] = plan.days;
  return (
    <div className="exam-plan">
      <Today exam={exam} plan={plan} />
      {first && plan.days.length > 1 && <Days key={first.day} days={plan.days} />}
    </div>
  );
}

function Today({ exam, plan }: { exam: Exam; plan: ExamPlan }) {
  const [day] = plan.days;
  const hasCards = day !== undefined && day.newCards + day.reviews > 0;
  return (
    <section className="card exam-today" aria-labelledby="exam-today">
      <SectionHeading id="exam-today" title="Today" />
      <p className="tabular-nums">{todayPlanText(plan, "")}</p>
      {day && day.notes.length > 0 && (
        <>
          <h3>Notes to read</h3>
          <ul>
            {day.notes.map(({ id, title }) => (
              <li key={id}>
                <Link className="link" to={paths.note(id)}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {day && day.recordings.length > 0 && (
        <>
          <h3>Audio notes to listen to</h3>
          <ul>
            {day.recordings.map(({ id, title }, index) => (
              <li key={id}>
                <button
                  type="button"
                  className="link"
                  aria-label={`Play ${title}`}
                  onClick={() =>
                    player.playList(day.recordings, index, {
                      kind: "course",
                      id: exam.course,
                      title: displayCode(exam.course),
                      href: paths.exam(exam.course),
                    })
                  }
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasCards && (
        <div className="flex flex-wrap gap-2">
          <LinkButton variant="primary" to={paths.study(exam.course)}>
            Study cards
          </LinkButton>
          <LinkButton to={paths.timed(exam.course)}>Study for a set time</LinkButton>
        </div>
      )}
    </section>
  );
}

const titlesOf = (day: PlannedDay) => [...day.notes, ...day.recordings].map(({ title }) => title);

function Days({ days }: { days: readonly PlannedDay[] }) {
  const [isWhole, setWhole] = useState(days.length <= SHOWN_DAYS);
  const shown = isWhole ? days : days.slice(0, SHOWN_DAYS);
  return (
    <section className="card exam-days" aria-labelledby="exam-days">
      <SectionHeading id="exam-days" title="Day by day" />
      <p className="hint">Updated daily: anything you miss is spread over the days that follow.</p>
      <table className="tabular-nums">
        <caption className="sr-only">What to do each day until the exam</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">To do</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((day, index) => (
            <tr key={day.day}>
              <th scope="row">{index === 0 ? "Today" : weekdayText(day.day)}</th>
              <td>
                {dayPlanText(day) === undefined ? "Nothing" : [...plannedCardsText(day), ...titlesOf(day)].join(", ")}
                {day.secs > 0 && <span className="hint block">{plannedTimeText(day)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {days.length} days
        </Button>
      )}
    </section>
  );
}
