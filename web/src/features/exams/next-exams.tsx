import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { useExams } from "@/api/exams";
import type { Exam } from "@/api/models";
import { EXAM_SHOWN_AHEAD_DAYS, EXAMS_SHOWN } from "@/core/limits";
import { paths } from "@/lib/paths";
import { displayCode } from "@/lib/subjects";
import { examPlanQuery } from "@/parts/exams/plan";
import { calendarDay } from "@/parts/exams/study-day";
import { countdownText, daysUntil, whenText } from "@/parts/exams/words";
import { todayText } from "./today-text";
import "./exams.css";

/** The exams to count down to on a day, the next one first. */
export function nextExams(exams: readonly Exam[], today: number): Exam[] {
  const isShown = (exam: Exam) => {
    const days = daysUntil(exam, today);
    return days >= 0 && days <= EXAM_SHOWN_AHEAD_DAYS;
  };
  const order = ({ date, time = "" }: Exam) => `${date} ${time}`;
  return exams
    .filter(isShown)
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .slice(0, EXAMS_SHOWN);
}

/** The next exams with what to do for them today; nothing while there are none. */
export function NextExams() {
  const { exams } = useExams();
  const today = calendarDay();
  const next = nextExams(exams ?? [], today);
  if (next.length === 0) return null;
  return (
    <section className="exams-next" aria-labelledby="next-exams">
      <div className="sec-h">
        <h2 className="sec" id="next-exams">
          Next exams
        </h2>
      </div>
      <ul>
        {next.map((exam) => (
          <Next key={exam.course} exam={exam} today={today} />
        ))}
      </ul>
    </section>
  );
}

function Next({ exam, today }: { exam: Exam; today: number }) {
  const queries = useQueryClient();
  const plan = useQuery(examPlanQuery(queries, exam));
  return (
    <li className="card exam-card">
      <div className="grow">
        <p className="over">{displayCode(exam.course)}</p>
        <h3 className="num">
          <Link className="stretched" to={paths.exam(exam.course)}>
            {countdownText(exam, today)}
          </Link>
        </h3>
        <p className="sub num">{whenText(exam)}</p>
        <p className="num">
          {plan.data ? todayText(plan.data) : plan.isError ? "What to do today could not be loaded." : "Today: ..."}
        </p>
      </div>
    </li>
  );
}
