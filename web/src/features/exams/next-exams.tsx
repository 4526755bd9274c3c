import type { Exam } from "@/api/models";
import { EXAM_SHOWN_AHEAD_DAYS, EXAMS_SHOWN } from "@/core/limits";
import { useExams } from "@/data/exams/exams";
import { daysUntil } from "@/parts/exams/exam-text";
import { calendarDay } from "@/parts/exams/study-day";
import { SectionHeading } from "@/ui/layout/section-head";
import { Countdown } from "./countdown";
import "./exams.css";

/** Returns the exams to show on a day, earliest first. */
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

/** Section with the next exams and today's part of their plans. Renders nothing without exams. */
export function NextExams() {
  const { exams } = useExams();
  const today = calendarDay();
  const next = nextExams(exams ?? [], today);
  if (next.length === 0) return null;
  return (
    <section className="exams-next" aria-labelledby="next-exams">
      <SectionHeading id="next-exams" title="Next exams" />
      <ul>
        {next.map((exam) => (
          <li key={exam.course} className="card exam-card">
            <Countdown exam={exam} today={today} withCourse />
            {exam.setAside && (
              <p className="sub">
                A course with another exam of yours was merged into this one. Open it to choose the date that counts.
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
