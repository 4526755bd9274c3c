import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Change, SettingsChange } from "@/offline/outbox/kinds/changes";
import { add, type Outcome, outbox, pending, useOutbox } from "@/offline/outbox/queue";
import { latest } from "../query/latest";
import { patchAnswer } from "../query/patch-answer";
import { type StudySettings, studySettingsQuery } from "./studying";

/** What was wanted last and is not sent yet. */
const lastWanted = (changes: readonly Change[]): StudySettings | undefined =>
  changes.findLast((change): change is SettingsChange => change.kind === "studySettings")?.settings;

/** The student's settings with what has not been sent yet; nothing while they are not known. */
export function useStudySettings(): StudySettings | undefined {
  const { data } = useQuery(studySettingsQuery);
  const wanted = useOutbox((kept) => lastWanted(pending(kept)));
  return wanted ?? data;
}

/** The same as they are known now, also without a network. */
export async function knownStudySettings(queries: QueryClient): Promise<StudySettings> {
  const entries = await outbox.settled();
  const wanted = lastWanted(entries.flatMap(({ state, change }) => (state === "refused" ? [] : change)));
  return wanted ?? latest(queries, studySettingsQuery);
}

/** Changes the settings. `before` is what the student has seen. */
export const setStudySettings = (settings: StudySettings, before: StudySettings): Promise<Outcome> =>
  add({ kind: "studySettings", settings, before });

/** The server has them: they become what it said, in every tab. */
export function studySettingsArrived(queries: QueryClient, settings: StudySettings): void {
  patchAnswer(queries, studySettingsQuery.queryKey, () => settings);
}
