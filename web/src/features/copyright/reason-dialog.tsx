import { REASON_MAX_CHARS } from "@/core/limits";
import { type CopyrightNotice, type NoticeDecision, useDecideNotice } from "@/data/copyright/copyright";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { PasswordField } from "@/ui/form/password-field";
import { TextArea } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { noticeTitle, restoredText } from "./states";

interface Texts {
  title: string;
  description: string;
  button: string;
  busy: string;
  done: string;
  /** True for decisions that close the notice. */
  needsPassword: boolean;
}

const texts = {
  dismiss: {
    title: "Dismiss the notice about",
    description: "Nothing is hidden. The notice moves to the closed notices.",
    button: "Dismiss",
    busy: "Dismissing...",
    done: "Notice dismissed.",
    needsPassword: true,
  },
  withdraw: {
    title: "Withdraw the notice about",
    description:
      "Its copies are restored unless another notice names the same files, and the files can be uploaded again.",
    button: "Withdraw and restore",
    busy: "Restoring...",
    done: "Notice withdrawn.",
    needsPassword: true,
  },
  close: {
    title: "Close the notice about",
    description:
      "The files stay removed, and are refused when they are uploaded again. You can still withdraw the notice later.",
    button: "Close, files stay removed",
    busy: "Closing...",
    done: "Notice closed. The files stay removed.",
    needsPassword: true,
  },
  hold: {
    title: "Hold the copies of",
    description:
      "They stay hidden after the term of the counter notice. Hold them if the sender has asked a court for an order.",
    button: "Hold",
    busy: "Holding...",
    done: "The copies stay hidden.",
    needsPassword: false,
  },
  release: {
    title: "End the hold of",
    description: "The copies are restored in the night after the term of the counter notice.",
    button: "End hold",
    busy: "Ending...",
    done: "The hold has ended.",
    needsPassword: false,
  },
} as const satisfies Record<string, Texts>;

function decisionOf(
  about: keyof typeof texts,
  { state }: CopyrightNotice,
  reason: string,
  password: string,
): NoticeDecision {
  switch (about) {
    case "dismiss":
    case "withdraw":
      return { kind: "dismiss", state, reason, password };
    case "close":
      return { kind: "close", state, reason, password };
    default:
      return { kind: "hold", held: about === "hold", reason };
  }
}

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
    defaultValues: { reason: "", password: "" },
    check: async ({ reason, password }) => [
      ...(reason.trim() === "" ? [{ field: "reason", code: "required", message: "Enter a reason." }] : []),
      ...(text.needsPassword && password === ""
        ? [{ field: "password", code: "required", message: "Password is required." }]
        : []),
    ],
    submit: async ({ reason, password }) => {
      const { copies } = await decide.mutateAsync(decisionOf(about, notice, reason, password));
      toast(about === "withdraw" ? `${text.done} ${restoredText(copies)}` : text.done);
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
        {text.needsPassword && <PasswordField {...field("password")} label="Your password" />}
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
