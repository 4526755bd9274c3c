import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STUDY_HOLD_MS, STUDY_TOOK_MAX_MS } from "@/core/limits";
import { RATINGS, ReviewRecorder } from "./review-recorder";

const enqueue = vi.hoisted(() => vi.fn());
vi.mock("@/offline/outbox/queue", () => ({ enqueueChange: enqueue }));

const now = Date.UTC(2026, 10, 14, 12);
beforeEach(() => {
  vi.useFakeTimers({ now });
  enqueue.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.useRealTimers());

test("ratings are in the order of their buttons", () => {
  expect(RATINGS).toEqual(["again", "hard", "good", "easy"]);
});

test("an answer is stored with its time, and waits for others for a while", async () => {
  const recorder = new ReviewRecorder();
  const event = await recorder.record("c1", { action: "good" }, 1234.6);
  expect(event).toEqual({
    sequence: 1,
    cardId: "c1",
    whenMs: now,
    zoneMinutes: -new Date(now).getTimezoneOffset(),
    action: "good",
    tookMs: 1235,
  });
  expect(enqueue.mock.calls).toEqual([
    [{ kind: "study", device: recorder.device, events: [event], batchUntilMs: now + STUDY_HOLD_MS }],
  ]);
});

test.each([
  [-5, 0],
  [STUDY_TOOK_MAX_MS + 1, STUDY_TOOK_MAX_MS],
])("a time of %i ms is stored as %i ms", async (tookMs, stored) => {
  const event = await new ReviewRecorder().record("c1", { action: "again" }, tookMs);
  expect(event.tookMs).toBe(stored);
});

test("events are numbered, and an undo names the undone one and has no time", async () => {
  const recorder = new ReviewRecorder();
  await recorder.record("c1", { action: "good" }, 5);
  const undone = { device: recorder.device, sequence: 1 };
  const event = await recorder.undo("c1", undone);
  expect(event).toMatchObject({ sequence: 2, cardId: "c1", action: "undo", undone });
  expect(event).not.toHaveProperty("tookMs");
});

test("each recorder has its own number that a double represents exactly", () => {
  const devices = Array.from({ length: 50 }, () => new ReviewRecorder().device);
  expect(new Set(devices).size).toBe(50);
  expect(devices.every((device) => Number.isSafeInteger(device) && device >= 0)).toBe(true);
  expect(devices.some((device) => device > 2 ** 32)).toBe(true);
});

test("an event that cannot be stored rejects", async () => {
  enqueue.mockRejectedValue(new Error("No room."));
  await expect(new ReviewRecorder().record("c1", { action: "good" })).rejects.toThrow("No room.");
});
