import { loadOnce } from "@/lib/loading/load-once";

/** The compiled scheduler of study cards. It is a separate module, so that only the study page fetches it. */
export type StudyModule = typeof import("./generated/pkg/study_core");
export type {
  ReviewEvent,
  ReviewEventId,
  StudyCore,
  StudyOverview,
  StudyPrice,
  StudyProgress,
  StudyTimedGain,
  StudyTimedPlan,
  StudyToday,
} from "./generated/pkg/study_core";

/** Fetches and starts the scheduler, once per page. */
export const loadStudy: () => Promise<StudyModule> = loadOnce(() => import("./generated/pkg/study_core"));
