import { api, keepalive, unwrap } from "@/api/client";
import { STUDY_BATCH_MAX } from "@/core/limits";
import type { ReviewEvent } from "@/core/study";
import { isNeverSent, keepBoth } from "./coalesce";
import type { ChangeKind } from "./kind";

/**
 * Review events of one page, in order. The entry waits until `batchUntilMs` (Unix milliseconds) for more events, to save
 * requests.
 */
export interface ReviewEventsChange {
  kind: "study";
  device: number;
  events: readonly ReviewEvent[];
  batchUntilMs: number;
}

export const study: ChangeKind<ReviewEventsChange> = {
  id: ({ device }) => `${device}`,
  serialQueueKey: () => "study",
  /** Appends review events to the previous batch if it was never sent and has room. */
  merge(change, open) {
    const last = open.at(-1);
    if (!last || !isNeverSent(last)) return keepBoth;
    const events = [...last.change.events, ...change.events];
    if (events.length > STUDY_BATCH_MAX) return keepBoth;
    return { drop: [last.seq], isNeeded: true, merged: { ...change, events } };
  },
  keepsRejected: true,
  async send({ device, events }, { signal }) {
    await unwrap(api.POST("/api/me/study/log", { body: { device, events: [...events] }, ...keepalive, signal }));
    return undefined;
  },
  batching: {
    untilMs: ({ events, batchUntilMs }) => (events.length >= STUDY_BATCH_MAX ? 0 : batchUntilMs),
    flushBatch: (change) => ({ ...change, batchUntilMs: 0 }),
  },
  isKeptUntilCached: true,
  isRetried: () => true,
  describe: () => "save answers to study cards",
  countNouns: ["set of answers to study cards", "sets of answers to study cards"],
};
