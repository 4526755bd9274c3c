import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Note } from "@/api/models";
import { useDeleteNote, useRestoreNote } from "@/api/notes";
import { problemText } from "@/api/problem";
import { DeleteDialog } from "@/parts/trash/delete-dialog";
import { IconButton } from "@/ui/icon-button";

/** Asks, then moves the note to the trash; the toast brings it back. For administrators. */
export function DeleteNote({ note }: { note: Pick<Note, "id" | "title" | "course"> }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteNote(note.course);
  const restore = useRestoreNote(note.course);
  return (
    <>
      <IconButton size="sm" danger label="Delete" icon={<Trash2 />} onClick={() => setAsking(true)} />
      <DeleteDialog
        kind="note"
        title={note.title}
        isOpen={isAsking}
        onOpenChange={setAsking}
        remove={() => remove.mutateAsync(note.id)}
        restore={() => restore.mutateAsync(note.id)}
        failed={(error) => `Failed to delete note. ${problemText(error)}`}
      />
    </>
  );
}
