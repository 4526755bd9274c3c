import { useState } from "react";
import { useDeleteAlbumNote, useRestoreAlbumNote } from "@/api/albums";
import type { AlbumNote } from "@/api/models";
import { problemText } from "@/api/problem";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { toast } from "@/ui/toast";

export interface DoomedNote extends Pick<AlbumNote, "id" | "title" | "album"> {}

/** Asks, then moves the note to the trash. `canRestore`: the toast brings it back, which only administrators may. */
export function DeleteAlbumNote(props: { note: DoomedNote; canRestore: boolean; onClose: () => void }) {
  const { note, canRestore, onClose } = props;
  const [isOpen, setOpen] = useState(true);
  const remove = useDeleteAlbumNote(note.album);
  const restore = useRestoreAlbumNote(note.album);

  async function undo() {
    try {
      await restore.mutateAsync(note.id);
      toast("The note is back.");
    } catch (error) {
      toast(`The note could not be brought back. ${problemText(error)}`, {
        kind: "error",
        action: { label: "Retry", onClick: undo },
      });
    }
  }
  async function confirm() {
    try {
      await remove.mutateAsync(note.id);
    } catch (error) {
      console.error("The album note was not deleted.", error);
      toast("Failed to delete note.", { kind: "error" });
      throw error;
    }
    toast("Note deleted.", canRestore ? { action: { label: "Undo", onClick: undo } } : {});
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
      title="Are you sure you want to delete this note?"
      body={`“${note.title}” goes to the trash and can be brought back for 30 days.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={confirm}
      danger
    />
  );
}
