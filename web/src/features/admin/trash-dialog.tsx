import { type ContentEntry, type Restorable, useRestoreThings, useTrashThings } from "@/api/admin";
import { problemText } from "@/api/problem";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { toast } from "@/ui/toast";
import { things } from "./labels";

interface TrashDialogProps {
  entries: readonly ContentEntry[];
  onClose: () => void;
  /** All of them are in the trash. */
  onDone: () => void;
}

/** Asks, then moves things to the trash; the toast brings them back. */
export function TrashDialog({ entries, onClose, onDone }: TrashDialogProps) {
  const trash = useTrashThings();
  const restore = useRestoreThings();
  const only = entries.length === 1 ? entries[0] : undefined;

  async function undo(gone: readonly Restorable[]) {
    const { failed, error } = await restore.mutateAsync(gone);
    if (failed.length === 0) toast(gone.length === 1 ? "It is back." : "They are back.");
    else {
      toast(`${things(failed.length)} could not be brought back. ${problemText(error)}`, {
        kind: "error",
        action: { label: "Retry", onClick: () => void undo(failed) },
      });
    }
  }
  async function confirm() {
    const { done, failed, error } = await trash.mutateAsync(entries);
    const back = done.length > 0 ? { action: { label: "Undo", onClick: () => void undo(done) } } : {};
    if (failed.length > 0) {
      toast(`${things(failed.length)} could not be deleted. ${problemText(error)}`, { kind: "error", ...back });
      throw error;
    }
    toast(only ? "Moved to the trash." : `${things(done.length)} moved to the trash.`, back);
    onDone();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={only ? `Move “${only.title}” to the trash?` : `Move ${things(entries.length)} to the trash?`}
      body="Students do not see it any more. It can be brought back for 30 days."
      confirmLabel="Move to trash"
      busyLabel="Moving..."
      onConfirm={confirm}
      danger
    />
  );
}
