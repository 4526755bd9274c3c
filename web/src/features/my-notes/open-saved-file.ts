import { problemText } from "@/api/problem";
import { fetchSavedFileUrl } from "@/data/notes/note-updates";
import { toast } from "@/ui/feedback/toast";

/**
 * Opens the file of a deleted note in a new tab. Opens the tab before the request, or the browser would block it as a
 * popup.
 */
export async function openSavedFile(noteId: string): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const address = await fetchSavedFileUrl(noteId);
    if (tab) tab.location.href = address;
    else window.location.assign(address);
  } catch (error) {
    tab?.close();
    toast(`The file could not be opened. ${problemText(error)}`, { kind: "error" });
  }
}
