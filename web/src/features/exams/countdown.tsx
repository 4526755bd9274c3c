import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Exam } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { countdownText, examDateText } from "@/parts/exams/exam-text";
import { examPlanQuery } from "@/parts/exams/plan";
import { todayPlanText } from "./today-plan-text";

interface CountdownProps {
  exam: Exam;
  today: number;
  /** Whether to show the course code. */
  withCourse?: boolean;
}

/** Days until an exam, its date, and today's part of the plan. */
export function Countdown({ exam, today, withCourse = false }: CountdownProps) {
  const queries = useQueryClient();
  const plan = useQuery(examPlanQuery(queries, exam));
  return (
    <div className="grow">
      {withCourse && <p className="over">{displayCode(exam.course)}</p>}
      <h3 className="tabular-nums">
        <Link className="stretched" to={paths.exam(exam.course)}>
          {countdownText(exam, today)}
        </Link>
      </h3>
      <p className="sub tabular-nums">{examDateText(exam)}</p>
      <p className="tabular-nums" role="status">
        {plan.data ? todayPlanText(plan.data) : plan.isError ? "Today's plan could not be loaded." : "Today: ..."}
      </p>
    </div>
  );
}
