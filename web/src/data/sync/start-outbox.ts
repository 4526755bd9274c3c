import type { QueryClient } from "@tanstack/react-query";
import { subscribeStale } from "@/offline/cache/query-persister";
import { outbox } from "@/offline/outbox/queue";
import { startSending } from "@/offline/outbox/sender";
import { applyConfirmedChange } from "./apply-confirmed";

let isStarted = false;

/** Starts to send pending changes, once per page. Confirmed changes are written to `queries`. */
export function startOutbox(queries: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  outbox.onConfirmed((change, result) => applyConfirmedChange(queries, change, result));
  // The deleted item may still be on screen.
  outbox.onRejection(({ code }) => {
    if (code === "not_found") void queries.invalidateQueries({ refetchType: "active" });
  });
  // The server stopped or resumed responding, so held answers must not wait for more.
  subscribeStale(() => void outbox.flushBatches());
  startSending();
}
