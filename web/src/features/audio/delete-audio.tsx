import { useState } from "react";
import type { AudioNote, ShelfId } from "@/api/models";
import { useDeleteAudio, useRestoreAudio } from "@/data/audio/audio";
import { DeleteDialog } from "@/parts/trash/delete-dialog";

export type DeletableAudio = Pick<AudioNote, "id" | "title">;

/** Dialog that moves the recording to the trash, with an undo in the toast. For administrators. */
export function DeleteAudio({ shelf, audio, onClose }: { shelf: ShelfId; audio: DeletableAudio; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const remove = useDeleteAudio(shelf);
  const restore = useRestoreAudio(shelf);
  return (
    <DeleteDialog
      kind="audio note"
      title={audio.title}
      isOpen={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) onClose();
      }}
      remove={() => remove.mutateAsync(audio.id)}
      restore={() => restore.mutateAsync(audio.id)}
      failed={() => "Failed to delete audio note. Check console for details."}
    />
  );
}
