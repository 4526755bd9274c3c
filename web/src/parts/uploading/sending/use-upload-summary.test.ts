// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { UploadItem, UploadPhase, UploadQueue } from "./queue";
import { useUploadSummary } from "./use-upload-summary";

const texts = { done: "Note uploaded successfully!", failed: "Failed to upload note.", rejected: "No." };
const item = (id: string, phase: UploadPhase): UploadItem => ({
  id,
  attempt: 1,
  fileName: `${id}.pdf`,
  sizeBytes: 1,
  fields: {},
  phase,
});
const ready = item("a", { kind: "ready", resultId: "n" });
const known = item("b", { kind: "known", duplicates: [] });

test("S4.up.1 S4.up.3 the form is cleared only once no file waits for a decision", () => {
  const onSuccess = vi.fn();
  const first: UploadQueue = [item("a", { kind: "processing" }), known];
  const { result, rerender } = renderHook(({ queue }) => useUploadSummary(queue, texts, "notes", onSuccess), {
    initialProps: { queue: first },
  });
  rerender({ queue: [ready, known] });
  expect(result.current?.text).toContain("1 of 2 notes uploaded. “b.pdf” needs your decision");
  expect(onSuccess).not.toHaveBeenCalled();
  rerender({ queue: [ready] });
  expect(result.current).toEqual({ kind: "ok", text: texts.done });
  expect(onSuccess).toHaveBeenCalledOnce();
});

test("S4.up.1 the result of the last uploads disappears when new ones start", () => {
  const { result, rerender } = renderHook(({ queue }) => useUploadSummary(queue, texts, "notes", () => undefined), {
    initialProps: { queue: [item("a", { kind: "processing" })] as UploadQueue },
  });
  rerender({ queue: [ready] });
  expect(result.current?.kind).toBe("ok");
  rerender({ queue: [ready, item("b", { kind: "processing" })] });
  expect(result.current).toBeUndefined();
});
