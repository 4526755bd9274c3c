import { REASON_MAX_CHARS } from "@/core/limits";
import { type DemandState, useDecideDemand, type WantedCourse } from "@/data/requests/requests";
import { displayCode } from "@/lib/addresses/subjects";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { SelectField } from "@/ui/form/select-field";
import { TextArea } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { demandStates, requestersText } from "./demand-badge";

/** Dialog that decides on a requested course. All students who requested it see the answer. */
export function DecideDialog({ course, onClose }: { course: WantedCourse; onClose: () => void }) {
  const decide = useDecideDemand();
  const { courseCode: code, courseName, requesters } = course;
  const { form, field, busy, problem } = useAppForm<{ state: DemandState; answer: string }>({
    defaultValues: { state: course.state, answer: course.answer },
    submit: async ({ state, answer }) => {
      await decide.mutateAsync({ code, state, answer });
      toast(`Your decision on ${displayCode(code)} was saved.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`${displayCode(code)}: ${courseName}`}
      description={`${requestersText(requesters)}. Students who asked by name see the status and your answer. A course is marked “Added” automatically once it exists.`}
    >
      <form {...form} className="decide-form">
        <SelectField label="State" options={demandStates} {...field("state")} />
        <TextArea
          label="Answer"
          optional
          hint="A sentence for the students who asked."
          rows={3}
          maxLength={REASON_MAX_CHARS}
          {...field("answer")}
        />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="acts">
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
