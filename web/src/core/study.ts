/** Loads the compiled scheduler of study cards. It is a separate module, so that only the study page fetches it. */
export type StudyModule = typeof import("./generated/pkg/study_core");
export type { StudyCore, StudyFact, StudyOverview, StudyToday } from "./generated/pkg/study_core";

let loading: Promise<StudyModule> | undefined;

/** Fetches and starts the scheduler, once per page. A failed fetch is forgotten, so that the next call retries. */
export function loadStudy(): Promise<StudyModule> {
  loading ??= import("./generated/pkg/study_core").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
