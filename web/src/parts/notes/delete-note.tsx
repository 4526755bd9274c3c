import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Note } from "@/api/models";
import { problemText } from "@/api/problem";
import { useDeleteNote, useRestoreNote } from "@/data/notes/notes";
import { DeleteDialog } from "@/parts/trash/delete-dialog";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";

interface DeleteNoteProps {
  note: Pick<Note, "id" | "title" | "course">;
  /** True to show the word "Delete" instead of the icon. */
  hasLabel?: boolean;
  /** Called with true after a deletion and with false after a restore. For lists that are not refetched. */
  onChange?: (isGone: boolean) => void;
}

/** Button that moves the note to the trash after a confirmation. For administrators. */
export function DeleteNoteButton({ note, hasLabel = false, onChange }: DeleteNoteProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteNote(note.course);
  const restore = useRestoreNote(note.course);
  const ask = () => setAsking(true);
  return (
    <>
      {hasLabel ? (
        <Button size="sm" variant="danger-quiet" onClick={ask}>
          Delete
        </Button>
      ) : (
        <IconButton size="sm" danger label="Delete" icon={<Trash2 />} onClick={ask} />
      )}
      <DeleteDialog
        kind="note"
        title={note.title}
        isOpen={isAsking}
        onOpenChange={setAsking}
        remove={async () => {
          await remove.mutateAsync(note.id);
          onChange?.(true);
        }}
        restore={async () => {
          await restore.mutateAsync(note.id);
          onChange?.(false);
        }}
        failed={(error) => `Failed to delete note. ${problemText(error)}`}
      />
    </>
  );
}
