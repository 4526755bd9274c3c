import { dayPlanText } from "@/parts/exams/exam-text";
import type { ExamPlan } from "@/parts/exams/plan";

/** Returns `Today: 10 new cards, 2 notes, about 45 min`, or a sentence if nothing is left to do today. */
export function todayPlanText({ days, hasBegun }: ExamPlan, begin = "Today: "): string {
  const share = days[0] && dayPlanText(days[0]);
  if (share !== undefined) return `${begin}${share}`;
  if (hasBegun) return "Today's share is done.";
  return days.some((day) => dayPlanText(day) !== undefined)
    ? "Nothing to do today."
    : "There is nothing left to study.";
}
