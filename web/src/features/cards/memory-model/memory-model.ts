import { STUDY_FIT_EVERY_MS, STUDY_FIT_REVIEWS } from "@/core/limits";
import type { StudyMemory } from "@/data/study/review-log";
import { utcDateOf } from "@/lib/time/days";

const number = (count: number) => count.toLocaleString("en-US");

/**
 * Returns true if the memory model should be fitted without a request: once a week, if there are enough answers for a
 * fit. Only the fit itself counts how many of them are reviews after a day or more. `attemptDay` is the day of the last
 * automatic attempt on this device, in days since 1970-01-01. An attempt counts even if it failed or found too few
 * reviews.
 */
export const isFitDue = (
  memory: StudyMemory | undefined,
  attemptDay: number | undefined,
  answers: number,
  nowMs: number,
): boolean =>
  answers >= STUDY_FIT_REVIEWS &&
  (!memory || nowMs - memory.fittedMs >= STUDY_FIT_EVERY_MS) &&
  (attemptDay === undefined || nowMs - utcDateOf(attemptDay).getTime() >= STUDY_FIT_EVERY_MS);

/** Explains which memory model is in use, and how well it predicts. */
export function memoryText(memory: StudyMemory | undefined): string {
  if (!memory) {
    return `After ${number(STUDY_FIT_REVIEWS)} reviews, Note Ninja can fit a memory model to your answers. Until then, cards follow the standard model.`;
  }
  const { parameters, reviews, defaultLoss, ownLoss } = memory;
  if (!parameters) {
    return `Cards follow the standard memory model. A model fitted to your ${number(reviews)} reviews would not predict better what you remember.`;
  }
  const percent = Math.max(1, Math.round(100 * (1 - ownLoss / defaultLoss)));
  return `Cards follow your own memory model, fitted to your ${number(reviews)} reviews. Tested on your latest reviews, its predictions of what you remember are ${percent}% more accurate than those of the standard model.`;
}

/** Says what a fit has changed. */
export const doneText = ({ parameters }: StudyMemory) =>
  parameters ? "Done. Your next session uses it." : "Done. The standard model stays in use.";

/** Says how many reviews are missing for a fit. */
export const tooFewText = (reviews: number) =>
  `You have ${reviews === 1 ? "1 review" : `${number(reviews)} reviews`} after a day or more. A memory model needs ${number(STUDY_FIT_REVIEWS)}.`;
