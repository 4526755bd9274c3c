import { REASON_MAX_CHARS } from "@/core/limits";
import { type CopyrightNotice, type NoticeDecision, useDecideNotice } from "@/data/copyright/copyright";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { TextArea } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { noticeTitle } from "./states";

interface Texts {
  title: string;
  description: string;
  button: string;
  busy: string;
  done: string;
}

const texts = {
  dismiss: {
    title: "Dismiss the notice about",
    description: "Copies that are hidden because of it are restored, and their files can be uploaded again.",
    button: "Dismiss",
    busy: "Dismissing...",
    done: "Notice dismissed.",
  },
  hold: {
    title: "Hold the copies of",
    description:
      "They stay hidden after the term of the counter notice. Hold them if the sender has asked a court for an order.",
    button: "Hold",
    busy: "Holding...",
    done: "The copies stay hidden.",
  },
  release: {
    title: "End the hold of",
    description: "The copies are restored in the night after the term of the counter notice.",
    button: "End hold",
    busy: "Ending...",
    done: "The hold has ended.",
  },
} as const satisfies Record<string, Texts>;

interface ReasonDialogProps {
  notice: CopyrightNotice;
  about: keyof typeof texts;
  onClose: () => void;
}

/** Dialog for a decision with a reason, which the activity log keeps. */
export function ReasonDialog({ notice, about, onClose }: ReasonDialogProps) {
  const decide = useDecideNotice(notice.id);
  const text = texts[about];
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { reason: "" },
    submit: async ({ reason }) => {
      const decision: NoticeDecision =
        about === "dismiss" ? { kind: "dismiss", reason } : { kind: "hold", held: about === "hold", reason };
      await decide.mutateAsync(decision);
      toast(text.done);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`${text.title} “${noticeTitle(notice)}”?`}
      description={text.description}
    >
      <form {...form} className="notice-dialog" aria-label={text.button}>
        <TextArea label="Reason" rows={3} maxLength={REASON_MAX_CHARS} {...field("reason")} />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" busy={busy} busyLabel={text.busy}>
            {text.button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
