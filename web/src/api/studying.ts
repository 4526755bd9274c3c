import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "./client";
import { Fresh } from "./freshness";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** How many cards a day, and how well they are to be remembered. */
export type StudySettings = Schemas["StudySettings"];
type StudyBatch = Schemas["StudyBatch"];

/** How many cards the student wants a day. */
export const studySettingsQuery = queryOptions({
  queryKey: ["studying", "settings"],
  queryFn: ({ signal }) => payload(api.GET("/api/me/study/settings", { signal })),
  staleTime: Fresh.live,
});

/** Wants other numbers from now on. */
export function setStudySettings(settings: StudySettings) {
  return payload(api.PUT("/api/me/study/settings", { body: settings }));
}

/** Everything that the student ever did with cards, as the server has it now. */
export async function readStudyLog(signal: AbortSignal): Promise<StudyBatch[]> {
  const batches: StudyBatch[] = [];
  let cursor: string | undefined;
  do {
    const params = { query: cursor === undefined ? {} : { cursor } };
    const page = await payload(api.GET("/api/me/study/log", { params, signal }));
    batches.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return batches;
}
