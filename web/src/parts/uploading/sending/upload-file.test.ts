// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { uploadConnection } from "./connection";
import { InterruptedError } from "./errors";
import { runUpload, type UploadKind } from "./run";
import { uploadFile } from "./upload-file";

const isThere = vi.hoisted(() => ({ now: true }));
vi.mock("@/api/client", () => ({
  api: { GET: vi.fn() },
  unwrap: async () => {
    if (!isThere.now) throw new Error("No answer.");
  },
}));
vi.mock("./run", () => ({ runUpload: vi.fn() }));

const kind = { onPublished: () => undefined } as UploadKind<undefined>;
const file = new File(["%PDF"], "a.pdf");

beforeEach(() => {
  vi.useFakeTimers();
  isThere.now = true;
  vi.mocked(runUpload).mockReset();
});
afterEach(() => void vi.useRealTimers());

/** Interrupts the upload `count` times and then publishes it. */
function interruptTimes(count: number): void {
  vi.mocked(runUpload).mockImplementation(async ({ id, attempt }, _file, _kind, report) => {
    if (attempt <= count)
      report({ type: "interrupted", id, attempt, reason: unreachableProblem().detail, retry: "send" });
    else report({ type: "published", id, attempt, resultId: "n" });
  });
}

test("S4.up.6 a single large file waits for the connection and resumes under the same id", async () => {
  interruptTimes(1);
  isThere.now = false;
  const paused: boolean[] = [];
  const stop = new AbortController().signal;
  const sending = uploadFile(file, undefined, kind, () => undefined, stop, { onPaused: (is) => void paused.push(is) });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([paused, vi.mocked(runUpload).mock.calls.length]).toEqual([[true], 1]);
  isThere.now = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await sending).toBe("n");
  expect(paused).toEqual([true, false]);
  const [first, second] = vi.mocked(runUpload).mock.calls.map(([upload]) => upload);
  expect(second).toMatchObject({ id: first?.id, attempt: 2 });
});

test("a large file fails after five interruptions although the server responds, a small one at once", async () => {
  interruptTimes(9);
  const stop = new AbortController().signal;
  const large = uploadFile(file, undefined, kind, () => undefined, stop, { onPaused: () => undefined });
  const failed = expect(large).rejects.toBeInstanceOf(InterruptedError);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(runUpload).toHaveBeenCalledTimes(5);
  await expect(uploadFile(file, undefined, kind, () => undefined, stop)).rejects.toThrow("Could not reach Note Ninja.");
});

test("a large file may be interrupted more than five times if each attempt sends more", async () => {
  vi.mocked(runUpload).mockImplementation(async ({ id, attempt }, _file, _kind, report) => {
    report({ type: "sent", id, attempt, sentBytes: attempt / 4, bytesPerSec: 1 });
    if (attempt < 9) report({ type: "interrupted", id, attempt, reason: "broken", retry: "send" });
    else report({ type: "published", id, attempt, resultId: "n" });
  });
  const stop = new AbortController().signal;
  const sending = uploadFile(file, undefined, kind, () => undefined, stop, { onPaused: () => undefined });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await sending).toBe("n");
});

test("cancelling a file that waits for the connection ends the wait", async () => {
  interruptTimes(1);
  isThere.now = false;
  const stop = new AbortController();
  const sending = uploadFile(file, undefined, kind, () => undefined, stop.signal, { onPaused: () => undefined });
  const ended = expect(sending).rejects.toThrow("closed");
  await vi.advanceTimersByTimeAsync(100);
  expect(uploadConnection.isPaused()).toBe(true);
  stop.abort(new Error("closed"));
  await ended;
});

test("the progress is the sent part of the file, and unknown while the server checks it", async () => {
  vi.mocked(runUpload).mockImplementation(async ({ id, attempt }, _file, _kind, report) => {
    report({ type: "sent", id, attempt, sentBytes: 1, bytesPerSec: 1 });
    report({ type: "arrived", id, attempt });
    report({ type: "published", id, attempt, resultId: "n" });
  });
  const progress = vi.fn();
  const published = vi.fn();
  await uploadFile(file, undefined, { ...kind, onPublished: published }, progress, new AbortController().signal);
  expect(progress.mock.calls).toEqual([[0.25], [undefined]]);
  expect(published).toHaveBeenCalledTimes(1);
});

test("a rejected file fails with the reason and the way to retry it", async () => {
  vi.mocked(runUpload).mockImplementation(async ({ id, attempt }, _file, _kind, report) =>
    report({ type: "failed", id, attempt, reason: "This file is not a PDF.", retry: "restart" }),
  );
  const sending = uploadFile(file, undefined, kind, () => undefined, new AbortController().signal);
  await expect(sending).rejects.toMatchObject({ message: "This file is not a PDF.", retry: "restart" });
});

test("S4.up.3 the question which item to reuse names the items with the same file, and is asked only if wanted", async () => {
  const duplicates = [{ kind: "note", id: "n1" }] as never[];
  vi.mocked(runUpload).mockImplementation(async ({ id, attempt }, _file, _kind, report, signal, decisions) => {
    report({ type: "known", id, attempt, duplicates });
    const source = await decisions?.askForSource?.(signal);
    report({ type: "published", id, attempt, resultId: source?.id ?? "sent" });
  });
  const onKnown = vi.fn(async (found: readonly { id: string }[]) => found[0] as never);
  const stop = new AbortController().signal;
  expect(await uploadFile(file, undefined, kind, () => undefined, stop, { onKnown })).toBe("n1");
  expect(onKnown).toHaveBeenCalledExactlyOnceWith(duplicates);
  expect(await uploadFile(file, undefined, kind, () => undefined, stop)).toBe("sent");
});
