import { useState } from "react";
import { REASON_MAX_CHARS } from "@/core/limits";
import { type ReportReason, sendReport } from "@/data/reports/reports";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { SelectField } from "@/ui/form/select-field";
import { TextArea } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { reportReasons } from "./reasons";
import "./report.css";
import type { ReportedTarget } from "./reported-target";

interface Values {
  reason: ReportReason | "";
  text: string;
}

/** Repeats the validation rules of the server. */
async function check({ reason, text }: Values) {
  if (reason === "") return [{ field: "reason", code: "required", message: "Choose what is wrong with it." }];
  if (reason === "other" && text.trim() === "") {
    return [{ field: "text", code: "required", message: "Describe briefly what is wrong with it." }];
  }
  return [];
}

function thanksFor(outcome: Awaited<ReturnType<typeof sendReport>>): string {
  if (outcome.status !== "sent")
    return "Your report is kept on this device. It will be sent as soon as Note Ninja responds.";
  return outcome.result.reportedBefore
    ? "You have already reported this. We are still looking at it."
    : "Thank you for your report. We'll look at it soon.";
}

/** Dialog that reports a note, recording or card. Confirms the report with a message. */
export function ReportDialog({ target, onClose }: { target: ReportedTarget; onClose: () => void }) {
  const [thanks, setThanks] = useState<string>();
  const { form, field, busy, problem } = useAppForm<Values>({
    defaultValues: { reason: "", text: "" },
    check,
    submit: async ({ reason, text }) => {
      if (reason === "") return;
      const { kind, id, chapter } = target;
      const outcome = await sendReport({ kind, id, reason, text, ...(chapter && { chapter }) }, target.title);
      setThanks(thanksFor(outcome));
    },
  });
  if (thanks) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Thank you"
        description={thanks}
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`Report “${target.title}”`}
      description="Only the people who run Note Ninja can read your report. Nothing changes until they have reviewed it."
    >
      <form {...form} className="report-form">
        <SelectField
          label="What is wrong with it?"
          placeholder="Choose a reason"
          options={reportReasons}
          {...field("reason")}
        />
        <TextArea label="Details" optional rows={3} maxLength={REASON_MAX_CHARS} {...field("text")} />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" busy={busy} busyLabel="Sending...">
            Send report
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
