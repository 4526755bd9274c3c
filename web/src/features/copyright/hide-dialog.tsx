import { useQuery } from "@tanstack/react-query";
import { type CopyrightNotice, noticeCopiesQuery, useDecideNotice } from "@/data/copyright/copyright";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { Checkbox } from "@/ui/form/checkbox";
import { PasswordField } from "@/ui/form/password-field";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { noticeTitle } from "./states";

/** Dialog that hides all copies of the files of a notice. */
export function HideDialog({ notice, onClose }: { notice: CopyrightNotice; onClose: () => void }) {
  const decide = useDecideNotice(notice.id);
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { replaced: false, password: "" },
    check: async ({ password }) =>
      password === "" ? [{ field: "password", code: "required", message: "Password is required." }] : [],
    submit: async ({ replaced, password }) => {
      const { copies } = await decide.mutateAsync({ kind: "hide", replaced, password });
      toast(copies.length === 1 ? "1 copy is hidden." : `${copies.length} copies are hidden.`);
      onClose();
    },
  });
  const hasReplaced = useQuery(noticeCopiesQuery(notice.id)).data?.replaced.length;
  const { error: _, ...replaced } = field("replaced");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`Hide all copies of “${noticeTitle(notice)}”?`}
      description="They disappear for everyone within a minute, also from My Notes and from offline copies when these devices are next online. The same files are refused when they are uploaded again. The uploaders get a mail."
    >
      <form {...form} className="notice-dialog" aria-label="Hide all copies">
        {hasReplaced ? (
          <Checkbox
            {...replaced}
            label="Also hide the current files of named pages whose file was replaced after the notice was sent"
          />
        ) : null}
        <PasswordField {...field("password")} label="Your password" />
        {problem && <Banner kind="bad">{problem}</Banner>}
        <div className="actions">
          <CancelButton disabled={busy} />
          <Button variant="danger" type="submit" busy={busy} busyLabel="Hiding...">
            Hide all copies
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
