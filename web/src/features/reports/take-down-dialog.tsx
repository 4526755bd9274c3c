import { REASON_MAX_CHARS } from "@/core/limits";
import { type ReportedItem, useDecideReportedItem } from "@/data/reports/reports";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { TextArea } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";

/** Dialog that moves a reported item to the trash with a reason. */
export function TakeDownDialog({ item, onClose }: { item: ReportedItem; onClose: () => void }) {
  const decide = useDecideReportedItem();
  const { form, field, busy, problem } = useAppForm<{ reason: string }>({
    defaultValues: { reason: "" },
    check: async ({ reason }) =>
      reason.trim() ? [] : [{ field: "reason", code: "required", message: "Say why you are taking it down." }],
    submit: async ({ reason }) => {
      await decide.mutateAsync({ target: item, takeDown: { reason } });
      toast("Taken down. It is in the trash for 30 days.");
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`Take down “${item.title}”?`}
      description="It goes to the trash, where it can be restored for 30 days. The reason is kept in the activity log."
    >
      <form {...form} className="take-down-form">
        <TextArea label="Reason" rows={3} maxLength={REASON_MAX_CHARS} {...field("reason")} />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="danger" type="submit" busy={busy} busyLabel="Taking down...">
            Take down
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
