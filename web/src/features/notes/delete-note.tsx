import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Note } from "@/api/models";
import { useDeleteNote, useRestoreNote } from "@/api/notes";
import { problemText } from "@/api/problem";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { IconButton } from "@/ui/icon-button";
import { toast } from "@/ui/toast";

/** Asks, then moves the note to the trash; the toast brings it back. For administrators. */
export function DeleteNote({ note }: { note: Pick<Note, "id" | "title" | "course"> }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteNote(note.course);
  const restore = useRestoreNote(note.course);

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
      toast(`Failed to delete note. ${problemText(error)}`, { kind: "error" });
      throw error;
    }
    toast("Note deleted.", { action: { label: "Undo", onClick: undo } });
  }

  return (
    <>
      <IconButton size="sm" danger label="Delete" icon={<Trash2 />} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Are you sure you want to delete this note?"
        body={`“${note.title}” goes to the trash and can be brought back for 30 days.`}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={confirm}
        danger
      />
    </>
  );
}
