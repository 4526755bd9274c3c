import { STUDY_HOLD_MS, STUDY_TOOK_MAX_MS } from "@/core/limits";
import type { ReviewEvent, ReviewEventId } from "@/core/study";
import type { ReviewEventsChange } from "@/offline/outbox/kinds/study";
import { enqueueChange } from "@/offline/outbox/queue";
import { zoneMinutes } from "@/parts/exams/study-day";

/** Ratings, in the order of their buttons. */
export const RATINGS = ["again", "hard", "good", "easy"] as const;
export type Rating = (typeof RATINGS)[number];

/** Returns a random device id. Each recorder has its own. */
function newReplicaId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  // 53 bits: the integers that a double represents exactly.
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}

/** Stores review events on this device and queues them for the server. */
export class ReviewRecorder {
  readonly device = newReplicaId();
  #sequence = 0;

  /** Records an action. Resolves when the event is stored on the device. */
  async record(cardId: string, what: Pick<ReviewEvent, "action" | "undone">, tookMs?: number): Promise<ReviewEvent> {
    this.#sequence += 1;
    const event: ReviewEvent = {
      sequence: this.#sequence,
      cardId,
      whenMs: Date.now(),
      zoneMinutes: zoneMinutes(),
      ...what,
      ...(tookMs !== undefined && { tookMs: Math.min(Math.max(0, Math.round(tookMs)), STUDY_TOOK_MAX_MS) }),
    };
    const batchUntilMs = Date.now() + STUDY_HOLD_MS;
    const work: ReviewEventsChange = { kind: "study", device: this.device, events: [event], batchUntilMs };
    await enqueueChange(work);
    return event;
  }

  /** Records the undo of an event, which may be of an earlier recorder. */
  undo(cardId: string, undone: ReviewEventId): Promise<ReviewEvent> {
    return this.record(cardId, { action: "undo", undone });
  }
}
