import { useEffect } from "react";
import { outbox } from "@/offline/outbox/queue";

/** Sends pending ratings when the page is hidden or left, and once `isOver`. Unsent ratings stay on the device. */
export function useSendOnLeave(isOver: boolean): void {
  useEffect(() => {
    const release = () => void outbox.flushBatches();
    const onHidden = () => document.visibilityState === "hidden" && release();
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      release();
    };
  }, []);
  useEffect(() => {
    if (isOver) void outbox.flushBatches();
  }, [isOver]);
}
