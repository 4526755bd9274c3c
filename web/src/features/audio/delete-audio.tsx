import { useState } from "react";
import type { AudioNote, ShelfId } from "@/api/models";
import { useDeleteAudio, useRestoreAudio } from "@/data/audio/audio";
import { DeleteDialog } from "@/parts/trash/delete-dialog";

/** An audio note that is about to be deleted. */
export type Doomed = Pick<AudioNote, "id" | "title">;

/** Asks, then moves the audio note to the trash; the toast brings it back. For administrators. */
export function DeleteAudio({ shelf, audio, onClose }: { shelf: ShelfId; audio: Doomed; onClose: () => void }) {
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
