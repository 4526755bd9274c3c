import { toast } from "@/ui/feedback/toast";

/** Shares a page of the app: with the share sheet on touch devices, otherwise by copying its link. */
export async function shareLink(path: string, title: string): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  const hasShareSheet = "share" in navigator && window.matchMedia("(pointer: coarse)").matches;
  try {
    if (hasShareSheet) await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      toast("Link copied.", { kind: "success", id: "link" });
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    // Without access to the clipboard, the student can copy the link from the message.
    toast(`The link could not be copied. It is ${url}`, { kind: "error", id: "link" });
  }
}
