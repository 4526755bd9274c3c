import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { mergeFields } from "./coalesce";
import type { ChangeKind } from "./kind";
import { baseField } from "./shared";

type StudySettings = components["schemas"]["StudySettings"];

/** `before` is the state on which the edit is based. The server changes only the fields that differ from it. */
export interface SettingsChange {
  kind: "studySettings";
  settings: StudySettings;
  before?: StudySettings | undefined;
}

export const studySettings: ChangeKind<SettingsChange, StudySettings> = {
  id: () => "",
  merge: mergeFields({ isRemoval: () => false, basedOn: (edit, { before }) => ({ ...edit, before }) }),
  send({ settings, before }, { signal }) {
    const body = { ...settings, ...baseField(before) };
    return unwrap(api.PUT("/api/me/study/settings", { body, ...keepalive, signal }));
  },
  retryChange: (change, isGone) => (isGone ? { ...change, before: undefined } : change),
  describe: () => "save your study settings",
  countNouns: ["change of study settings", "changes of study settings"],
  path: () => paths.study(),
};
