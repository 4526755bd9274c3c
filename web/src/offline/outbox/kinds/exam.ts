import { api, keepalive, unwrap } from "@/api/client";
import type { Exam } from "@/api/models";
import type { components } from "@/api/schema";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { mergeFields } from "./coalesce";
import type { ChangeKind } from "./kind";
import { baseField } from "./shared";

/**
 * New exam of a course. If `exam` is undefined, the exam is deleted. `before` is the state on which the edit is based.
 * The server changes only the fields that differ from it.
 */
export interface ExamChange {
  kind: "exam";
  code: string;
  exam?: Exam | undefined;
  before?: Exam | undefined;
  /** Id of the exam to delete. Without it, the exam of the course is deleted. */
  id?: string | undefined;
  /** Set-aside exams that the student discards, by their ids or the codes of their courses. */
  dropsSetAside?: string[] | undefined;
}

/** Removing the exam does not make this edit obsolete if it drops set-aside exams: only the edit drops them. */
const outlastsRemoval = ({ dropsSetAside }: ExamChange) => dropsSetAside !== undefined;

const mergedEdits = mergeFields<ExamChange>({
  isRemoval: (edit) => !edit.exam,
  basedOn(edit, { before, dropsSetAside: dropped }) {
    if (!dropped) return { ...edit, before };
    return { ...edit, before, dropsSetAside: [...new Set([...dropped, ...(edit.dropsSetAside ?? [])])] };
  },
  outlastsRemoval,
});

export const exam: ChangeKind<ExamChange, components["schemas"]["MyExam"] | undefined> = {
  id: ({ code }) => code,
  merge(change, open) {
    const merged = mergedEdits(change, open);
    // The exam may get another id from an edit that is sent before the removal.
    const outlasts = !change.exam && open.some((each) => outlastsRemoval(each.change));
    return outlasts ? { ...merged, merged: { ...change, id: undefined } } : merged;
  },
  async send({ code, exam, before, id, dropsSetAside }, { signal }) {
    const params = { path: { code } };
    const path = "/api/me/exams/{code}";
    if (exam) {
      const { course: _, id: _id, setAside: _known, ...sent } = exam;
      const body = { ...sent, ...(dropsSetAside && { dropsSetAside }), ...baseField(before) };
      return unwrap(api.PUT(path, { params, body, ...keepalive, signal }));
    }
    const seen = { ...params, ...(id !== undefined && { query: { id } }) };
    await unwrap(api.DELETE(path, { params: seen, ...keepalive, signal }));
    return undefined;
  },
  retryChange: (change, isGone) => (isGone ? { ...change, before: undefined } : change),
  describe: ({ exam, code }) => `${exam ? "save" : "remove"} the date of your exam in ${displayCode(code)}`,
  countNouns: ["exam date", "exam dates"],
  path: ({ code }) => paths.notes(code),
};
