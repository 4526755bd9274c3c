import { useQueryClient } from "@tanstack/react-query";
import type { Chapter } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { deleteChapter, refreshChapters } from "@/data/cards/chapters";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";

interface RemoveChapterProps {
  code: string;
  chapter: Chapter;
  onClose: () => void;
}

export default function RemoveChapter({ code, chapter, onClose }: RemoveChapterProps) {
  const queries = useQueryClient();
  async function remove() {
    try {
      await deleteChapter(code, chapter.id);
    } catch (error) {
      // If the chapter was already deleted, treat this as success.
      if (!(error instanceof ApiProblem && error.code === "not_found")) {
        toast(`Failed to remove the chapter. ${problemText(error)}`, { kind: "error" });
        throw error;
      }
    }
    await refreshChapters(queries, code);
    toast("Chapter removed");
  }
  const { cardCount, number, title } = chapter;
  const cards = cardCount === 1 ? "its study card" : `its ${cardCount} study cards`;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove Chapter ${number}?`}
      body={`“${title}”${cardCount > 0 ? ` with ${cards}` : ""} will be permanently removed. Notes of the chapter stay.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      onConfirm={remove}
      danger
    />
  );
}
