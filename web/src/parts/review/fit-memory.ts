import type { QueryClient } from "@tanstack/react-query";
import { unreachableProblem } from "@/api/problem";
import { FitUnavailable, fitInWorker } from "@/core/fit/fit";
import { fetchOrCached } from "@/data/query/latest";
import { readStudyLog, reviewLogQuery, type StudyMemory } from "@/data/study/review-log";
import { readStudySettings, setStudySettings } from "@/data/study/study-settings";
import { bytesOf } from "./load-scheduler";

/** Result of a fit: the stored memory model, or the number of reviews if there are too few. */
export type FitOutcome = { memory: StudyMemory } | { reviews: number };

/**
 * Returns the complete review log. If this device has only a snapshot of it, reads the log from the server, which fails
 * offline.
 */
async function completeLog(queries: QueryClient) {
  const known = await fetchOrCached(queries, reviewLogQuery);
  return known.snapshot ? readStudyLog(0) : known.tail;
}

/**
 * Fits the memory model to the student's reviews on this device, and stores it with the study settings. Schedulers that
 * are loaded later use it.
 */
export async function fitMemory(queries: QueryClient): Promise<FitOutcome> {
  const log = await completeLog(queries);
  const batches = log.map(({ events, receivedMs }) => ({ bytes: bytesOf(events), receivedMs }));
  const { reviews, fit } = await fitInWorker(batches).catch((error: unknown) => {
    throw error instanceof FitUnavailable ? unreachableProblem() : error;
  });
  if (!fit) return { reviews };
  const { parameters, defaultLoss, ownLoss } = fit;
  const memory: StudyMemory = {
    ...(parameters && { parameters: [...parameters] }),
    fittedMs: Date.now(),
    reviews,
    defaultLoss,
    ownLoss,
  };
  const settings = await readStudySettings(queries);
  await setStudySettings({ ...settings, memory }, settings);
  return { memory };
}
