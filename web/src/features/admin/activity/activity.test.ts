import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { activityKinds, auditActionLabel, auditMonthOptions, parseActivityFilter } from "./activity";

test("H21 the months of the log end with the current one and cross the year, in UTC", () => {
  const months = auditMonthOptions(new Date("2026-02-01T00:30:00Z"));
  expect(months).toHaveLength(14);
  expect(months.slice(0, 3)).toEqual([
    { value: "2026-02", label: "February 2026" },
    { value: "2026-01", label: "January 2026" },
    { value: "2025-12", label: "December 2025" },
  ]);
});

test("H21 a logged action is shown as a sentence, and an unknown action by its identifier", () => {
  expect(auditActionLabel({ action: "delete_note" })).toBe("moved a course note to the trash");
  expect(auditActionLabel({ action: "publish_upload" })).toBe("published a file");
  expect(auditActionLabel({ action: "refuse_upload" })).toBe("uploaded a file that was rejected");
  expect(auditActionLabel({ action: "fold_paper" })).toBe("fold paper");
});

const routes = join(process.cwd(), "../functions/api/src");
const files = readdirSync(routes, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".rs"));
/** Action names that the API's routes pass to the audit log. */
const written = files.flatMap((file) =>
  [...readFileSync(join(routes, file), "utf8").matchAll(/\brecord(?:_import)?\([^"]*?caller,\s*"([^"]+)"/g)].map(
    ([, action = ""]) => action,
  ),
);

const kinds = readFileSync(join(process.cwd(), "../functions/store/src/desk/audit/kind.rs"), "utf8");
/** Action names that the server assigns to a kind. */
const sorted = [...kinds.matchAll(/"([a-z_.]+)"/g)].map(([, action = ""]) => action);

test("H21 each logged action has a filter category and is shown as a sentence of several words", () => {
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter((action) => !sorted.includes(action))).toEqual([]);
  const isSentence = (text: string) => /^[a-z-]+,?(?: [a-z-]+,?)+$/.test(text);
  expect(sorted.filter((action) => !isSentence(auditActionLabel({ action })))).toEqual([]);
  expect(sorted.filter((action) => auditActionLabel({ action }) === action.replaceAll("_", " "))).toEqual([]);
});

test("S6.adm.9 the filter is read from the URL, ignoring unknown months and kinds", () => {
  const months = auditMonthOptions(new Date("2026-02-01T00:30:00Z"));
  const of = (search: string) => parseActivityFilter(new URLSearchParams(search), months);
  const none = { month: "2026-02", by: undefined, kind: undefined, text: undefined };
  expect(of("")).toEqual(none);
  expect(of("month=2019-01&kind=toString")).toEqual(none);
  const all = { month: "2025-12", by: "a", kind: "card", text: "CS246" };
  expect(of("month=2025-12&by=a&kind=card&text=CS246")).toEqual(all);
  for (const kind of Object.keys(activityKinds)) expect(of(`kind=${kind}`).kind).toBe(kind);
});

test.each([
  ["second_factor.on", "set up two-step sign-in"],
  ["second_factor.off", "turned off two-step sign-in"],
  ["hide_course", "hid a course"],
  ["show_course", "made a course visible again"],
  ["decide_demand", "decided on a requested course"],
  ["take_down", "took down a reported item"],
  ["block_student", "blocked a student"],
])("H21 describes the action %s as: %s", (action, sentence) => {
  expect(auditActionLabel({ action })).toBe(sentence);
});
