import { COUNTER_NOTICE_WEEKDAYS, DESCRIPTION_MAX_CHARS } from "@/core/limits";
import { type CopyrightNotice, useDecideNotice } from "@/data/copyright/copyright";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { TextArea } from "@/ui/form/text-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { SignatureField, SignerFields } from "./signer-fields";
import { StatementField } from "./statement-field";
import { noticeTitle } from "./states";

/** Dialog for the counter notice of the uploader. */
export function CounterDialog({ notice, onClose }: { notice: CopyrightNotice; onClose: () => void }) {
  const decide = useDecideNotice(notice.id);
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { name: "", postalAddress: "", statement: "", consents: false, signature: "" },
    submit: async (counter) => {
      await decide.mutateAsync({ kind: "counter", counter });
      toast("Counter notice sent.");
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`Counter notice about “${noticeTitle(notice)}”`}
      description={`The sender of the notice gets a mail with it. The copies are restored after ${COUNTER_NOTICE_WEEKDAYS} days from Monday to Friday, unless the sender asks a court for an order before.`}
    >
      <form {...form} className="notice-dialog" aria-label="Counter notice">
        <SignerFields field={field} addressLabel="Postal address and telephone number" />
        <TextArea
          {...field("statement")}
          label="Why the files were hidden by mistake"
          rows={3}
          maxLength={DESCRIPTION_MAX_CHARS}
        />
        <StatementField {...field("consents")}>
          I state under penalty of perjury that I believe in good faith that the files were hidden by mistake. I consent
          to the jurisdiction of the federal court for my address, or for the seat of Note Ninja if I live outside the
          United States, and accept service of process from the sender of the notice.
        </StatementField>
        <SignatureField field={field} />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="primary" type="submit" busy={busy} busyLabel="Sending...">
            Send counter notice
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
