import { problemText } from "@/api/problem";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface DeleteDialogProps {
  /** Noun for the item in messages. */
  kind: "note" | "audio note";
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  remove: () => Promise<unknown>;
  /** Restores the item. If it is undefined, the toast has no undo button. */
  restore: (() => Promise<unknown>) | undefined;
  failed: (error: unknown) => string;
}

/** Dialog that confirms a deletion and moves the item to the trash. The toast offers an undo. */
export function DeleteDialog({ kind, title, isOpen, onOpenChange, remove, restore, failed }: DeleteDialogProps) {
  async function undo() {
    try {
      await restore?.();
      toast(`The ${kind} was restored.`);
    } catch (error) {
      toast(`The ${kind} could not be restored. ${problemText(error)}`, {
        kind: "error",
        action: { label: "Retry", onClick: undo },
      });
    }
  }
  async function confirm() {
    try {
      await remove();
    } catch (error) {
      console.error(`The ${kind} was not deleted.`, error);
      toast(failed(error), { kind: "error" });
      throw error;
    }
    toast(kind === "note" ? "Note deleted." : "Audio note deleted.", {
      ...(restore && { action: { label: "Undo", onClick: undo } }),
    });
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Are you sure you want to delete this ${kind}?`}
      body={`“${title}” will move to the trash. You can restore it for 30 days.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={confirm}
      danger
    />
  );
}
