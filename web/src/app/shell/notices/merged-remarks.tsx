import { useEffect } from "react";
import type { ResultByKind } from "@/offline/outbox/kinds/kinds";
import { outbox } from "@/offline/outbox/queue";
import { toast } from "@/ui/feedback/toast";

/** Shows a toast when a remark was also changed on another device and now contains both texts. Renders nothing. */
export function MergedRemarks() {
  useEffect(
    () =>
      outbox.onConfirmed((change, result) => {
        if (document.visibilityState !== "visible") return;
        if (change.kind !== "highlight" && change.kind !== "bookmark") return;
        if (!(result as ResultByKind["highlight" | "bookmark"])?.hasBothRemarks) return;
        toast("You changed this comment on another device too. It now has both texts.", { isPersistent: true });
      }),
    [],
  );
  return null;
}
