// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { UploadItem, UploadPhase, UploadQueue } from "./queue";
import { uploadSummaryOf } from "./upload-summary";
import { useUploadSummary } from "./use-upload-summary";

const texts = { done: "Note uploaded successfully!", failed: "Failed to upload note.", rejected: "No." };
const ready: UploadPhase = { kind: "ready", resultId: "n" };
const failed: UploadPhase = { kind: "failed", reason: "No PDF.", retry: "none", sentBytes: 1 };
const incomplete: UploadPhase = {
  ...failed,
  reason: "The PDF was uploaded, but its picture was not.",
  isPublished: true,
};

type Named = UploadPhase & { fileName?: string };
const known = (fileName: string): Named => ({ kind: "known", duplicates: [], fileName });

const queue = (...phases: Named[]): UploadQueue =>
  phases.map(({ fileName = "a.pdf", ...phase }, n) => ({
    id: `${n}`,
    attempt: 1,
    fileName,
    sizeBytes: 1,
    fields: {},
    phase: phase as UploadPhase,
  }));
const said = (...phases: Named[]) => uploadSummaryOf(queue(...phases), texts, "notes");

test("S6.adm.36 says which files wait to be published", () => {
  const held = (fileName: string): Named => ({ kind: "review", report: undefined, fileName });
  expect(said(held("a.pdf"))).toEqual({ kind: "warn", text: "“a.pdf” waits until you publish it." });
  expect(said(ready, held("a.pdf"), held("b.pdf"))).toEqual({
    kind: "warn",
    text: "1 of 3 notes uploaded. 2 files wait until you publish them.",
  });
});

test("S4.up.1 reports success or failure of one file", () => {
  expect(said()).toBeUndefined();
  expect(said(ready)).toEqual({ kind: "ok", text: texts.done });
  expect(said(failed)).toEqual({ kind: "bad", text: texts.failed });
  expect(said(failed, failed)).toEqual({ kind: "bad", text: texts.failed });
});

test("S8.up.2 a damaged file cannot be retried, an interrupted upload can", () => {
  const audio = { ...texts, failed: "Failed. Please try again.", rejectedForGood: "Failed." };
  const interrupted: UploadPhase = { ...failed, retry: "send" };
  const text = (...phases: UploadPhase[]) => uploadSummaryOf(queue(...phases), audio, "audio notes")?.text;
  expect([text(failed), text(failed, failed)]).toEqual(["Failed.", "Failed."]);
  expect([text(interrupted), text(failed, interrupted)]).toEqual([audio.failed, audio.failed]);
});

test("S4.up.1 files that were uploaded are not reported as failed when others failed", () => {
  expect(said(ready, ready, failed)?.text).toBe("2 of 3 notes uploaded. The list says why the other was not.");
  expect(said(ready, failed, failed)?.text).toBe("1 of 3 notes uploaded. The list says why the others were not.");
});

test("S4.up.3 counts all chosen files, and mentions those that wait for a decision", () => {
  expect(said(known("a.pdf"))).toEqual({
    kind: "warn",
    text: "“a.pdf” needs your decision: the same file is already here.",
  });
  expect(said(ready, ready, known("a.pdf"))?.text).toBe(
    "2 of 3 notes uploaded. “a.pdf” needs your decision: the same file is already here.",
  );
  expect(said(ready, failed, known("a.pdf"))).toEqual({
    kind: "bad",
    text: "1 of 3 notes uploaded. The list says why one was not. “a.pdf” needs your decision: the same file is already here.",
  });
  expect(said(...["a", "b", "c", "d", "e"].map(known))?.text).toBe(
    "0 of 5 notes uploaded. “a”, “b”, “c”, and 2 more need your decision: the same files are already here.",
  );
});

test("S5.al.1 a note whose cover failed is reported as uploaded", () => {
  expect(said(incomplete)?.text).toBe("Uploaded, but not all of it. The list says what is missing.");
  expect(said(ready, incomplete)?.text).toBe("All 2 notes uploaded. The list says what is missing.");
  expect(said(failed, incomplete)?.text).toBe("1 of 2 notes uploaded. The list says why the other was not.");
});

const item = (id: string, phase: UploadPhase): UploadItem => ({
  id,
  attempt: 1,
  fileName: `${id}.pdf`,
  sizeBytes: 1,
  fields: {},
  phase,
});
const readyItem = item("a", { kind: "ready", resultId: "n" });
const knownItem = item("b", { kind: "known", duplicates: [] });

test("S4.up.1 S4.up.3 the form is cleared only once no file waits for a decision", () => {
  const onSuccess = vi.fn();
  const first: UploadQueue = [item("a", { kind: "processing" }), knownItem];
  const { result, rerender } = renderHook(({ queue }) => useUploadSummary(queue, texts, "notes", onSuccess), {
    initialProps: { queue: first },
  });
  rerender({ queue: [readyItem, knownItem] });
  expect(result.current?.text).toContain("1 of 2 notes uploaded. “b.pdf” needs your decision");
  expect(onSuccess).not.toHaveBeenCalled();
  rerender({ queue: [readyItem] });
  expect(result.current).toEqual({ kind: "ok", text: texts.done });
  expect(onSuccess).toHaveBeenCalledOnce();
});

test("S4.up.1 the result of the last uploads disappears when new ones start", () => {
  const { result, rerender } = renderHook(({ queue }) => useUploadSummary(queue, texts, "notes", () => undefined), {
    initialProps: { queue: [item("a", { kind: "processing" })] as UploadQueue },
  });
  rerender({ queue: [readyItem] });
  expect(result.current?.kind).toBe("ok");
  rerender({ queue: [readyItem, item("b", { kind: "processing" })] });
  expect(result.current).toBeUndefined();
});
