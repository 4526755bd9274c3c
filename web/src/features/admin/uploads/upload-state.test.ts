import { expect, test } from "vitest";
import type { Upload } from "@/data/uploads/uploads";
import type { UploadPhase } from "@/parts/uploading/sending/queue";
import { uploadState } from "./upload-state";

const MB = 1024 * 1024;
const upload = (more: Partial<Upload>) =>
  ({ id: "u", canRetry: false, interrupted: false, arrivedBytes: 0, sizeBytes: 50 * MB, ...more }) as Upload;
const elsewhere = { live: undefined, wasSentHere: false, isLocked: false };
const here = (phase: UploadPhase) => ({
  live: {
    item: { id: "u", attempt: 1, fileName: "a.pdf", sizeBytes: 200, fields: {}, phase },
    cancel: () => undefined,
    publish: () => undefined,
  },
  wasSentHere: true,
  isLocked: true,
});

test.each([
  ["waiting", false, false, "Sending"],
  ["waiting", false, true, "Interrupted"],
  ["waiting", true, true, "Stuck"],
  ["checking", false, false, "Checking"],
  ["checking", true, false, "Stuck"],
  ["ready", false, false, "Ready"],
  ["failed", true, false, "Failed"],
  ["review", false, false, "Not published"],
] as const)(
  "S6.adm.11 an upload with status %s (canRetry: %s, interrupted: %s) is shown as %s",
  (status, canRetry, interrupted, title) => {
    expect(uploadState(upload({ status, canRetry, interrupted }), elsewhere).title).toBe(title);
  },
);

test("S6.adm.36 a held upload is shown as held, not as busy", () => {
  expect(uploadState(upload({ status: "review" }), elsewhere).tone).toBe("held");
});

test("S6.adm.11 a failed upload shows the reason", () => {
  const failed = upload({ status: "failed", canRetry: true, reason: "This PDF has no pages." });
  expect(uploadState(failed, elsewhere).detail).toBe("This PDF has no pages.");
});

test("S6.adm.11 an upload of this page shows its own progress until the server reports a later state", () => {
  const sending = here({ kind: "sending", sentBytes: 50, bytesPerSec: 1 });
  expect(uploadState(upload({ status: "waiting" }), sending)).toEqual({
    title: "Sending",
    tone: "busy",
    detail: "25%",
    sent: 0.25,
  });
  expect(uploadState(upload({ status: "checking" }), sending).title).toBe("Checking");
});

test("S4.up.6 an upload of this page that waits for the connection shows as paused, whatever the server reports", () => {
  const paused = here({ kind: "paused", sentBytes: 50 });
  expect(uploadState(upload({ status: "waiting", interrupted: true }), paused).title).toBe("Paused");
});

test("S4.up.7 an upload that this tab no longer sends shows as interrupted, with the amount received", () => {
  const waiting = upload({ status: "waiting" });
  expect(uploadState(waiting, { live: undefined, wasSentHere: true, isLocked: false })).toMatchObject({
    title: "Interrupted",
    detail: "Choose the file again to send it.",
    isInterrupted: true,
  });
  const half = upload({ status: "waiting", interrupted: true, arrivedBytes: 32 * MB });
  expect(uploadState(half, elsewhere).detail).toBe("32 MB of 50 MB arrived. Choose the file again to send the rest.");
  const failed = here({ kind: "failed", reason: "This is another file.", retry: "none", sentBytes: 0 });
  expect(uploadState(waiting, failed)).toMatchObject({ title: "Interrupted", detail: "This is another file." });
});

test.each([
  ["a tab of this browser holds its lock", true, false, "Sending"],
  ["a tab of this browser holds its lock, whatever the server says", true, true, "Sending"],
  ["no tab holds its lock", false, false, "Interrupted"],
  ["the locks have not been read yet", undefined, false, "Sending"],
])("S4.up.7 an upload started by a tab of this browser: %s", (_, isLocked, interrupted, title) => {
  const waiting = upload({ status: "waiting", interrupted });
  expect(uploadState(waiting, { live: undefined, wasSentHere: true, isLocked }).title).toBe(title);
});

test.each(["waiting", "reading", "processing"] as const)(
  "S6.adm.11 an upload of this page that has not begun or was just sent (%s) is shown as being sent",
  (kind) => {
    const state = uploadState(upload({ status: "waiting" }), here({ kind } as unknown as UploadPhase));
    expect(state).toEqual({ title: "Sending", tone: "busy", detail: "The file is being sent." });
  },
);
