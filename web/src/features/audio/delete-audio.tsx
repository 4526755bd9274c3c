import { useState } from "react";
import { useDeleteAudio, useRestoreAudio } from "@/api/audio";
import type { ShelfId } from "@/api/models";
import { problemText } from "@/api/problem";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { toast } from "@/ui/toast";

/** An audio note that is about to be deleted. */
export interface Doomed {
  id: string;
  title: string;
}

/** Asks, then moves the audio note to the trash; the toast brings it back. For administrators. */
export function DeleteAudio({ shelf, audio, onClose }: { shelf: ShelfId; audio: Doomed; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const remove = useDeleteAudio(shelf);
  const restore = useRestoreAudio(shelf);

  async function undo() {
    try {
      await restore.mutateAsync(audio.id);
      toast("The audio note is back.");
    } catch (error) {
      toast(`The audio note could not be brought back. ${problemText(error)}`, {
        kind: "error",
        action: { label: "Retry", onClick: undo },
      });
    }
  }
  async function confirm() {
    try {
      await remove.mutateAsync(audio.id);
    } catch (error) {
      console.error("The audio note was not deleted.", error);
      toast("Failed to delete audio note. Check console for details.", { kind: "error" });
      throw error;
    }
    toast("Audio note deleted.", { action: { label: "Undo", onClick: undo } });
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
      title="Are you sure you want to delete this audio note?"
      body={`“${audio.title}” goes to the trash and can be brought back for 30 days.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={confirm}
      danger
    />
  );
}
