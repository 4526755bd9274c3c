import type { PracticeAnswer } from "./practice-test";

/** Formats a remaining time as `4:05`. */
export const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;

const DIFFERENCES = {
  accents: "Right, except for the accents",
  case: "Right, except for capital letters",
  "accents and case": "Right, except for accents and capital letters",
  typo: "Almost right: there is a typo",
} as const;

/** Says how an answer was graded and how it counts as a review. */
export function gradeText({ rating, difference, isCorrected }: PracticeAnswer): string {
  if (isCorrected) return rating === "again" ? "Counted as wrong." : "Counted as right.";
  if (rating === "again") return "Not right. The card comes back soon.";
  return difference ? `${DIFFERENCES[difference]}. It counts as Hard.` : "Right.";
}
