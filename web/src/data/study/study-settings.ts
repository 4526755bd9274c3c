import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Change } from "@/offline/outbox/kinds/kinds";
import type { SettingsChange } from "@/offline/outbox/kinds/study-settings";
import { enqueueChange, type Outcome, outbox, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { fetchOrCached } from "../query/latest";
import { patchQueryData } from "../query/patch-query-data";
import { type StudySettings, studySettingsQuery } from "./review-log";

/** Returns the last pending settings. */
const lastQueued = (changes: readonly Change[]): StudySettings | undefined =>
  changes.findLast((change): change is SettingsChange => change.kind === "studySettings")?.settings;

/** Returns the student's settings including pending changes, or `undefined` while they are unknown. */
export function useStudySettings(): StudySettings | undefined {
  const { data } = useQuery(studySettingsQuery);
  const queued = useOutbox((outboxState) => lastQueued(selectPendingChanges(outboxState)));
  return queued ?? data;
}

/** Returns the settings once, including pending changes. Works offline. */
export async function readStudySettings(queries: QueryClient): Promise<StudySettings> {
  const entries = await outbox.reload();
  const queued = lastQueued(entries.flatMap(({ state, change }) => (state === "rejected" ? [] : change)));
  return queued ?? fetchOrCached(queries, studySettingsQuery);
}

/** Changes the settings. `before` are the settings that the student saw. */
export const setStudySettings = (settings: StudySettings, before: StudySettings): Promise<Outcome> =>
  enqueueChange({ kind: "studySettings", settings, before });

/** Writes confirmed settings to the query cache of every tab. */
export function onStudySettingsConfirmed(queries: QueryClient, settings: StudySettings): void {
  patchQueryData(queries, studySettingsQuery.queryKey, () => settings);
}
