import { lazyComponent } from "@/ui/feedback/lazy";

/** Dialog that makes a card from selected text; its code loads on demand. */
export const CreateCardDialog = lazyComponent(async () => (await import("./make-card-dialog")).default, {
  failure: "banner",
});
