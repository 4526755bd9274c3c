import { useState } from "react";
import type { AlbumNote } from "@/api/models";
import { useDeleteAlbumNote, useRestoreAlbumNote } from "@/data/albums/albums";
import { DeleteDialog } from "@/parts/trash/delete-dialog";

type DeletableNote = Pick<AlbumNote, "id" | "title" | "album">;

/**
 * Dialog that moves the note to the trash. `canRestore` adds an undo to the toast, which only administrators may use.
 */
export function DeleteAlbumNote(props: { note: DeletableNote; canRestore: boolean; onClose: () => void }) {
  const { note, canRestore, onClose } = props;
  const [isOpen, setOpen] = useState(true);
  const remove = useDeleteAlbumNote(note.album);
  const restore = useRestoreAlbumNote(note.album);
  return (
    <DeleteDialog
      kind="note"
      title={note.title}
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
      remove={() => remove.mutateAsync(note.id)}
      restore={canRestore ? () => restore.mutateAsync(note.id) : undefined}
      failed={() => "Failed to delete note."}
    />
  );
}
