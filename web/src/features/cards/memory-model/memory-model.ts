import { STUDY_FIT_EVERY_MS, STUDY_FIT_REVIEWS } from "@/core/limits";
import type { StudyMemory } from "@/data/study/review-log";

const number = (count: number) => count.toLocaleString("en-US");

/** Returns true if the memory model should be fitted again without a request: once a week, if there are new reviews. */
export const isFitDue = (memory: StudyMemory | undefined, reviews: number, nowMs: number): boolean =>
  reviews >= STUDY_FIT_REVIEWS &&
  (!memory || (nowMs - memory.fittedMs >= STUDY_FIT_EVERY_MS && reviews > memory.reviews));

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
