import { BookmarkPlus } from "lucide-react";
import { problemText } from "@/api/problem";
import { loadPlayer } from "@/core/player";
import { newBookmark, putBookmark, removeBookmark } from "@/data/bookmarks/bookmarks";
import { playerPosition, playerState } from "@/player/store";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";

/** Bookmarks the second that is playing. Playback continues. */
export async function bookmarkNow(): Promise<void> {
  const { currentAudio } = playerState.get();
  if (!currentAudio) return;
  const bookmark = newBookmark(currentAudio, playerPosition.get().positionSecs);
  const failed = (error: unknown) =>
    toast(`The bookmark was not saved. ${problemText(error)}`, { kind: "error", id: "bookmark" });
  putBookmark(bookmark).catch(failed);
  const core = await loadPlayer().catch(() => undefined);
  toast(core ? `Bookmark at ${core.formatClock(bookmark.positionMs / 1000)}` : "Bookmark saved", {
    kind: "success",
    id: "bookmark",
    action: { label: "Undo", onClick: () => void removeBookmark(bookmark).catch(failed) },
  });
}

export function BookmarkButton() {
  return <IconButton label="Bookmark this moment" icon={<BookmarkPlus />} onClick={() => void bookmarkNow()} />;
}
