import type { Exam } from "@/api/models";
import { durationText, epochDayOf, formatEpochDay } from "@/lib/time/days";
import type { PlannedDay } from "./plan";

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

/** Returns the number of days until an exam; negative after it. */
export const daysUntil = ({ date }: Exam, today: number) => epochDayOf(date) - today;

export const examTitle = ({ title }: Exam) => title || "Exam";

/** Returns a text such as `Midterm in 12 days`, `Exam tomorrow at 13:30` or `Exam was on 9 Dec 2026`. */
export function countdownText(exam: Exam, today: number): string {
  const days = daysUntil(exam, today);
  const at = exam.time ? ` at ${exam.time}` : "";
  if (days < 0) return `${examTitle(exam)} was on ${formatEpochDay(epochDayOf(exam.date))}`;
  if (days === 0) return `${examTitle(exam)} today${at}`;
  return days === 1 ? `${examTitle(exam)} tomorrow${at}` : `${examTitle(exam)} in ${days} days`;
}

/** Returns a text such as `9 Dec 2026 at 13:30`. */
export const examDateText = ({ date, time }: Exam) => `${formatEpochDay(epochDayOf(date))}${time ? ` at ${time}` : ""}`;

/** Returns texts such as `10 new cards` and `12 cards again`. */
export function plannedCardsText({ newCards, reviews }: Pick<PlannedDay, "newCards" | "reviews">): string[] {
  return [
    ...(newCards > 0 ? [counted(newCards, "new card", "new cards")] : []),
    ...(reviews > 0 ? [counted(reviews, "review", "reviews")] : []),
  ];
}

/** Returns a text such as `about 45 min` or `under a minute`. */
export function plannedTimeText({ secs }: Pick<PlannedDay, "secs">): string {
  const time = durationText(secs * 1000);
  return secs < 30 ? time : `about ${time}`;
}

/**
 * Returns a text such as `10 new cards, 12 cards again, 2 notes, about 45 min`, or `undefined` for a day without work.
 */
export function dayPlanText(day: PlannedDay): string | undefined {
  const parts = [
    ...plannedCardsText(day),
    ...(day.notes.length > 0 ? [counted(day.notes.length, "note", "notes")] : []),
    ...(day.recordings.length > 0 ? [counted(day.recordings.length, "audio note", "audio notes")] : []),
  ];
  if (parts.length === 0) return undefined;
  return [...parts, plannedTimeText(day)].join(", ");
}
