/**
 * Loads the compiled scheduler of study cards: which card comes next and when it comes again. It is a module of its
 * own, so that only the page that studies fetches it.
 */
export type StudyModule = typeof import("./generated/pkg/study_core");
export type { StudyCore, StudyFact, StudyOverview, StudyToday } from "./generated/pkg/study_core";

let loading: Promise<StudyModule> | undefined;

/** Fetches and starts the scheduler, once a page. A failed fetch is forgotten, so the next call tries again. */
export function loadStudy(): Promise<StudyModule> {
  loading ??= import("./generated/pkg/study_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
