import { useState } from "react";
import { ApiProblem } from "@/api/problem";
import { REASON_MAX_CHARS } from "@/core/limits";
import {
  type CourseRequestDecision,
  type RequestedCourse,
  useDecideRequest,
  useReloadDecision,
} from "@/data/requests/requests";
import { displayCode } from "@/lib/urls/subjects";
import { useAppForm } from "@/parts/forms/use-app-form";
import { useEditConflict } from "@/parts/forms/use-edit-conflict";
import { VersionedFormFooter } from "@/parts/forms/versioned-form-footer";
import { toast } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/select-field";
import { TextArea } from "@/ui/form/text-field";
import { Dialog } from "@/ui/overlay/dialog";
import { requestersText, requestStateLabel, requestStates } from "./request-state-badge";

const decisionOf = ({ state, answer }: CourseRequestDecision): CourseRequestDecision => ({ state, answer });

/**
 * Dialog that decides on a requested course. All students who requested it see the answer. If another administrator has
 * decided first, their changes are merged into the form.
 */
export function DecideDialog({ course, onClose }: { course: RequestedCourse; onClose: () => void }) {
  const { courseCode: code, courseName, requesters } = course;
  const decide = useDecideRequest();
  const reload = useReloadDecision(code);
  // The decision that the form is based on.
  const [before, setBefore] = useState(() => decisionOf(course));
  const { form, field, busy, problem, getValues, setValue } = useAppForm<CourseRequestDecision>({
    defaultValues: decisionOf(course),
    submit: async (values) => {
      try {
        await decide.mutateAsync({ code, ...values, before });
      } catch (error) {
        if (!(error instanceof ApiProblem && error.status === 409)) throw error;
        const latest = decisionOf(await reload());
        conflict.merge(before, latest, getValues());
        setBefore(latest);
        return false;
      }
      toast(`Your decision on ${displayCode(code)} was saved.`);
      onClose();
      return true;
    },
  });
  const conflict = useEditConflict<CourseRequestDecision>((name, text) => setValue(name, text, { shouldDirty: true }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`${displayCode(code)}: ${courseName}`}
      description={`${requestersText(requesters)}. Students who asked by name see the status and your answer. A course is marked “Added” automatically once it exists.`}
    >
      <form {...form} className="decide-form">
        <SelectField
          label="State"
          options={requestStates}
          {...conflict.hint("state", requestStateLabel)}
          {...field("state")}
        />
        <TextArea
          label="Answer"
          optional
          hint="A sentence for the students who asked."
          rows={3}
          maxLength={REASON_MAX_CHARS}
          {...conflict.hint("answer")}
          {...field("answer")}
        />
        <VersionedFormFooter isMerged={conflict.isMerged} problem={problem} busy={busy} />
      </form>
    </Dialog>
  );
}
