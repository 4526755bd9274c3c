import { problemText } from "@/api/problem";
import { type ContentEntry, type Restorable, useRestoreItems, useTrashItem, useTrashItems } from "@/data/admin/admin";
import { useAppForm } from "@/parts/forms/use-app-form";
import { Button } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { toast } from "@/ui/feedback/toast";
import { PasswordField } from "@/ui/form/password-field";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { CancelButton, Dialog } from "@/ui/overlay/dialog";
import { itemCountText, partialFailureText } from "../labels";

const FATE = "Students will no longer see it. You can restore it for 30 days.";
const FATE_OF_SEVERAL = "Students will no longer see them. You can restore them for 30 days.";

interface TrashDialogProps {
  entries: readonly ContentEntry[];
  onClose: () => void;
  /** Called when all entries are in the trash. */
  onDone: () => void;
}

/** Dialog to move items to the trash. The toast has an undo button. Several items require the password again. */
export function MoveToTrashDialog({ entries, onClose, onDone }: TrashDialogProps) {
  const [only, ...more] = entries;
  if (only && more.length === 0) return <TrashOne entry={only} onClose={onClose} onDone={onDone} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move ${itemCountText(entries.length)} to the trash?`}
      description={FATE_OF_SEVERAL}
    >
      <TrashForm entries={entries} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function useUndo(): (gone: readonly Restorable[]) => Promise<void> {
  const restore = useRestoreItems();
  return async function undo(gone) {
    const { done, failed, error } = await restore.mutateAsync(gone);
    if (failed.length === 0) toast(gone.length === 1 ? "It was restored." : "They were restored.");
    else {
      toast(`${partialFailureText(done.length, failed, "restored")} ${problemText(error)}`, {
        kind: "error",
        action: { label: "Retry", onClick: () => void undo(failed) },
      });
    }
  };
}

function TrashOne({ entry, onClose, onDone }: Omit<TrashDialogProps, "entries"> & { entry: ContentEntry }) {
  const trash = useTrashItem();
  const undo = useUndo();
  async function confirm() {
    try {
      await trash.mutateAsync(entry);
    } catch (error) {
      toast(`${partialFailureText(0, [entry], "moved to the trash")} ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    toast("Moved to the trash.", { action: { label: "Undo", onClick: () => void undo([entry]) } });
    onDone();
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move “${entry.title}” to the trash?`}
      body={FATE}
      confirmLabel="Move to trash"
      busyLabel="Moving..."
      onConfirm={confirm}
      danger
    />
  );
}

function TrashForm({ entries, onClose, onDone }: TrashDialogProps) {
  const trash = useTrashItems();
  const undo = useUndo();
  const { form, field, busy, problem } = useAppForm({
    defaultValues: { password: "" },
    check: async ({ password }) =>
      password === "" ? [{ field: "password", code: "required", message: "Password is required." }] : [],
    submit: async ({ password }) => {
      const { done, failed, error } = await trash.mutateAsync({ items: entries, password });
      const back = done.length > 0 ? { action: { label: "Undo", onClick: () => void undo(done) } } : {};
      if (failed.length > 0) {
        const why = error
          ? problemText(error)
          : "Someone else has changed or deleted them. Reload to see the latest version.";
        toast(`${partialFailureText(done.length, failed, "moved to the trash")} ${why}`, { kind: "error", ...back });
      } else {
        toast(`${itemCountText(done.length)} moved to the trash.`, back);
      }
      onDone();
      onClose();
    },
  });
  return (
    <form {...form} aria-label="Move to the trash" className="mt-4 grid gap-4">
      <PasswordField {...field("password")} label="Your password" />
      {problem && <Banner kind="bad">{problem}</Banner>}
      <div className="actions">
        <CancelButton disabled={busy} />
        <Button variant="danger" type="submit" busy={busy} busyLabel="Moving...">
          Move to trash
        </Button>
      </div>
    </form>
  );
}
