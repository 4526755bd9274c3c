import { expect, test } from "vitest";
import type { Upload } from "@/api/uploads";
import type { UploadPhase } from "@/parts/uploading/queue";
import { uploadState } from "./upload-state";

const upload = (status: Upload["status"], canRetry = false, reason?: string) =>
  ({ id: "u", status, canRetry, reason }) as Upload;
const live = (phase: UploadPhase) => ({
  item: { id: "u", attempt: 1, fileName: "a.pdf", sizeBytes: 200, fields: {}, phase },
  stop: () => undefined,
});

test.each([
  ["waiting", false, "Sending"],
  ["waiting", true, "Lost"],
  ["checking", false, "Checking"],
  ["checking", true, "Stuck"],
  ["ready", false, "Ready"],
  ["failed", true, "Failed"],
] as const)("S6.adm.11 an upload that is %s (can be tried again: %s) reads %s", (status, canRetry, title) => {
  expect(uploadState(upload(status, canRetry), undefined).title).toBe(title);
});

test("S6.adm.11 a failed upload says why", () => {
  expect(uploadState(upload("failed", true, "This PDF has no pages."), undefined).detail).toBe(
    "This PDF has no pages.",
  );
});

test("S6.adm.11 the uploading page shows its own progress until the server has a newer state", () => {
  const sending = live({ kind: "sending", sentBytes: 50, bytesPerSec: 1 });
  expect(uploadState(upload("waiting"), sending)).toMatchObject({ title: "Sending", detail: "25%", sent: 0.25 });
  expect(uploadState(upload("checking"), sending).title).toBe("Checking");
  const failed = live({ kind: "failed", reason: "offline", retry: "send", sentBytes: 50 });
  expect(uploadState(upload("waiting"), failed).detail).toBe("The file is on its way.");
});
