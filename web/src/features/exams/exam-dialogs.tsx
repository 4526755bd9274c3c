import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Exam } from "@/api/models";
import { problemText } from "@/api/problem";
import { removeExam } from "@/data/exams/exams";
import { displayCode } from "@/lib/urls/subjects";
import { examDateText } from "@/parts/exams/exam-text";
import { examPlanQuery } from "@/parts/exams/plan";
import { lazyComponent } from "@/ui/feedback/lazy";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

const ExamDialog = lazyComponent(async () => (await import("./exam-dialog")).default, { failure: "banner" });
const CalendarDialog = lazyComponent(async () => (await import("./calendar-dialog")).default, { failure: "banner" });

export type ExamDialogKind = "date" | "calendar" | "remove";

interface ExamDialogsProps {
  code: string;
  exam: Exam | undefined;
  dialog: ExamDialogKind | undefined;
  onClose: () => void;
}

function removalText(exam: Exam) {
  const next = exam.setAside?.[0];
  const then = next ? ` Your exam of ${displayCode(next.course)} on ${examDateText(next)} will count instead.` : "";
  return `${examDateText(exam)}. Your review history stays.${then}`;
}

/** Dialogs of an exam. At most one is open. */
export function ExamDialogs({ code, exam, dialog, onClose }: ExamDialogsProps) {
  const queries = useQueryClient();
  // The removal is optimistic, so a set-aside exam may already be the active one before the dialog closes.
  const removed = useRef(exam);
  if (dialog !== "remove") removed.current = exam;

  async function remove(exam: Exam) {
    try {
      await removeExam(exam);
    } catch (error) {
      toast(`The exam was not removed. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
  }

  return (
    <>
      {dialog === "date" && <ExamDialog code={code} exam={exam} onClose={onClose} />}
      {dialog === "calendar" && exam && (
        <CalendarDialog
          exam={exam}
          plan={queries.getQueryData(examPlanQuery(queries, exam).queryKey)}
          onClose={onClose}
        />
      )}
      {removed.current && (
        <ConfirmDialog
          open={dialog === "remove"}
          onOpenChange={(open) => !open && onClose()}
          title={`Remove the exam in ${displayCode(code)}?`}
          body={removalText(removed.current)}
          confirmLabel="Remove"
          danger
          onConfirm={async () => removed.current && remove(removed.current)}
        />
      )}
    </>
  );
}
