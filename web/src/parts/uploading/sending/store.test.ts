// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as client from "@/api/client";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { signOutForTest } from "@/api/testing";
import * as api from "@/data/uploads/uploads";
import { hashFile } from "../hashing/hash";
import { uploadsOfThisTab } from "../uploads-of-this-tab";
import { InterruptedError } from "./errors";
import { putFile } from "./send";
import { createUploads, uploadsByTarget } from "./store";
import { holdUploadLocks } from "./tab-locks";

const isThere = vi.hoisted(() => ({ now: true }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/uploads/uploads");
vi.mock("@/api/client", async () => ({
  api: { GET: vi.fn() },
  unwrap: vi.fn(async () => {
    if (!isThere.now) throw (await import("@/api/problem")).unreachableProblem();
  }),
}));
vi.mock("./tab-locks", () => ({ holdUploadLocks: vi.fn() }));
vi.mock("../hashing/hash", () => ({ hashFile: vi.fn() }));
vi.mock("./send", async (original) => ({ ...(await original<object>()), putFile: vi.fn() }));

const create = vi.fn();
const uploads = createUploads<undefined>({
  create,
  contentType: "application/pdf",
  isMultipart: false,
  resultIdOf: (upload) => upload.noteId,
  onPublished: () => undefined,
  texts: { done: "Done.", failed: "Failed.", rejected: "Refused." },
});
const phases = () => uploads.queue().map(({ phase }) => phase.kind);
const pdf = (name: string) => ({ file: new File(["%PDF"], `${name}.pdf`), fields: undefined });
const answers = (upload: Partial<api.Upload>) =>
  vi.mocked(api.getUpload).mockImplementation(async (id) => {
    if (!isThere.now) throw unreachableProblem();
    return { id, ...upload } as api.Upload;
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  isThere.now = true;
  sessionStorage.clear();
  vi.mocked(hashFile).mockResolvedValue({ sha256: "ab", partSha256s: [] });
  vi.mocked(api.cancelUpload).mockResolvedValue(undefined as never);
  create.mockImplementation(async ({ id }: api.UploadFileInfo) => {
    if (!isThere.now) throw unreachableProblem();
    return { id, url: "/there", headers: {}, expiresAt: "" };
  });
  vi.mocked(putFile).mockResolvedValue(null);
  answers({ status: "ready", noteId: "n" });
});
afterEach(() => {
  for (const { id } of uploads.queue()) uploads.remove(id);
  vi.useRealTimers();
});

test("S4.up.6 all files wait while the server is unreachable, and are uploaded once it is back", async () => {
  isThere.now = false;
  uploads.add(["a", "b", "c", "d"].map(pdf));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(phases()).toEqual(["paused", "paused", "waiting", "waiting"]);
  expect(create, "the server alone is asked whether it is back").toHaveBeenCalledTimes(2);
  isThere.now = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phases()).toEqual(["ready", "ready", "ready", "ready"]);
});

test("S4.up.6 Retry all contacts the server at once, and retries other failures", async () => {
  create.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "Not now." }));
  create.mockRejectedValueOnce(new ApiProblem({ code: "validation", status: 422, detail: "Never." }));
  uploads.add(["a", "b"].map(pdf));
  await vi.advanceTimersByTimeAsync(0);
  expect(phases()).toEqual(["failed", "failed"]);
  isThere.now = false;
  uploads.add([pdf("c")]);
  await vi.advanceTimersByTimeAsync(60_000);
  isThere.now = true;
  uploads.retryAll();
  await vi.advanceTimersByTimeAsync(0);
  expect(phases()).toEqual(["ready", "failed", "ready"]);
});

test("S4.up.6 a check interrupted by a lost connection continues without sending the file again", async () => {
  answers({ status: "checking" });
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(100);
  expect(phases()).toEqual(["processing"]);
  isThere.now = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phases()).toEqual(["paused"]);
  isThere.now = true;
  answers({ status: "ready", noteId: "n" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phases()).toEqual(["ready"]);
  expect(putFile).toHaveBeenCalledOnce();
});

test("S4.up.6 an upload whose request gets no response pauses, and continues when the server responds", async () => {
  create.mockReturnValueOnce(new Promise(() => undefined));
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(phases()).toEqual(["reading"]);
  isThere.now = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(phases()).toEqual(["paused"]);
  isThere.now = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phases()).toEqual(["ready"]);
});

test("a file that fails each time although the server responds finally fails, and other files continue", async () => {
  create.mockImplementation(async ({ id, fileName }: api.UploadFileInfo) => {
    if (fileName === "broken.pdf") throw unreachableProblem();
    return { id, url: "/there", headers: {}, expiresAt: "" };
  });
  vi.mocked(api.getUpload).mockImplementation(async (id) => {
    if (uploads.queue()[0]?.id === id) throw new ApiProblem({ code: "not_found", status: 404, detail: "No." });
    return { id, status: "ready", noteId: "n" } as api.Upload;
  });
  uploads.add(["broken", "b", "c", "d"].map(pdf));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(phases()).toEqual(["failed", "ready", "ready", "ready"]);
});

test("S4.up.7 the server and other tabs know that a file is being sent until it has arrived", async () => {
  vi.mocked(api.renewUploadLease).mockResolvedValue(undefined);
  let arrive = () => {};
  vi.mocked(putFile).mockReturnValue(
    new Promise((resolve) => {
      arrive = () => resolve(null);
    }),
  );
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(45_000);
  const id = uploads.queue()[0]?.id;
  expect(vi.mocked(api.renewUploadLease).mock.calls).toEqual([[id], [id]]);
  expect(sessionStorage.getItem("nn:uploads")).toBe(JSON.stringify([id]));
  expect(holdUploadLocks).toHaveBeenLastCalledWith(new Set([id]));
  arrive();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(phases()).toEqual(["ready"]);
  expect(api.renewUploadLease).toHaveBeenCalledTimes(2);
  expect(holdUploadLocks).toHaveBeenLastCalledWith(new Set());
});

/** Interrupts each attempt after this many bytes, although the server can be reached. */
function breakAfter(bytes: (attempt: number) => number): void {
  vi.mocked(api.getUpload).mockRejectedValue(new ApiProblem({ code: "not_found", status: 404, detail: "No." }));
  vi.mocked(putFile).mockImplementation(async (_to, _body, _signal, onSent) => {
    onSent(bytes(vi.mocked(putFile).mock.calls.length));
    throw new InterruptedError("The connection broke.");
  });
}

test("a file fails after five consecutive attempts without progress, but not while each attempt sends more", async () => {
  breakAfter((attempt) => Math.min(attempt, 4));
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(phases()).toEqual(["failed"]);
  expect(putFile).toHaveBeenCalledTimes(8);
});

test("Retry resets the number of failed attempts", async () => {
  breakAfter(() => 0);
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(phases()).toEqual(["failed"]);
  expect(putFile).toHaveBeenCalledTimes(5);
  uploads.retryAll();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(phases()).toEqual(["failed"]);
  expect(putFile).toHaveBeenCalledTimes(10);
});

test("S4.up.6 Retry all checks the connection at once, also while a check without a response is running", async () => {
  vi.mocked(putFile).mockRejectedValueOnce(new InterruptedError("The connection broke."));
  const check = vi.mocked(client.unwrap).mockReturnValueOnce(new Promise(() => undefined));
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(check).toHaveBeenCalledTimes(1);
  uploads.retryAll();
  await vi.advanceTimersByTimeAsync(3000);
  expect(check).toHaveBeenCalledTimes(2);
  expect(phases()).toEqual(["ready"]);
});

test("closing the page asks while files are being uploaded", async () => {
  const close = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(close()).toBe(false);
  vi.mocked(putFile).mockReturnValueOnce(new Promise(() => undefined));
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(close()).toBe(true);
});

test("a removed upload is stopped here and on the server, and a finished one only leaves the list", async () => {
  const ids = () => uploads.queue().map(({ id }) => id);
  vi.mocked(putFile).mockReturnValueOnce(new Promise(() => undefined));
  uploads.add(["a", "b"].map(pdf));
  await vi.advanceTimersByTimeAsync(0);
  expect(phases()).toEqual(["reading", "ready"]);
  const [sending, ready] = ids() as [string, string];
  const signal = vi.mocked(putFile).mock.calls[0]?.[2];
  uploads.remove(sending);
  expect(signal?.aborted).toBe(true);
  expect(ids()).toEqual([ready]);
  expect(vi.mocked(api.cancelUpload).mock.calls).toEqual([[sending]]);
  uploads.remove(ready);
  expect(ids()).toEqual([]);
  expect(api.cancelUpload).toHaveBeenCalledTimes(1);
});

test("failed and paused uploads are cancelled on the server too, whose error is only logged", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  vi.mocked(api.cancelUpload).mockRejectedValue(unreachableProblem());
  create.mockRejectedValueOnce(new ApiProblem({ code: "validation", status: 422, detail: "Never." }));
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(0);
  isThere.now = false;
  uploads.add([pdf("b")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(phases()).toEqual(["failed", "paused"]);
  for (const { id } of uploads.queue()) uploads.remove(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(api.cancelUpload).toHaveBeenCalledTimes(2);
  expect(console.warn).toHaveBeenCalledTimes(2);
  isThere.now = true;
  await vi.advanceTimersByTimeAsync(10_000);
});

test("S4.up.7 a file that is chosen again with its id replaces the earlier attempt", async () => {
  create.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "Not now." }));
  uploads.add([{ ...pdf("a"), id: "same" }]);
  await vi.advanceTimersByTimeAsync(0);
  uploads.add([{ ...pdf("b"), id: "same" }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(uploads.queue()).toMatchObject([{ id: "same", fileName: "b.pdf", sizeBytes: 4, phase: { kind: "ready" } }]);
});

test("a finished upload is not sent again, and an unknown one is not retried", async () => {
  uploads.add([pdf("a")]);
  await vi.advanceTimersByTimeAsync(0);
  uploads.retry(uploads.queue()[0]?.id ?? "");
  uploads.retry("unknown");
  await vi.advanceTimersByTimeAsync(0);
  expect([phases(), create.mock.calls.length]).toEqual([["ready"], 1]);
});

test("the upload list of each collection is created once", () => {
  const kindOf = vi.fn(() => ({}) as never);
  const listOf = uploadsByTarget<"a" | "b", undefined>(kindOf);
  expect(listOf("a")).toBe(listOf("a"));
  expect(listOf("b")).not.toBe(listOf("a"));
  expect(kindOf.mock.calls).toEqual([["a"], ["b"]]);
});

test("S4.up.3 the chosen item with the same file is reused in place of the file", async () => {
  const published = vi.fn();
  const known = createUploads<undefined>({
    create,
    contentType: "application/pdf",
    isMultipart: false,
    detectsDuplicates: true,
    resultIdOf: (upload) => upload.noteId,
    onPublished: published,
    texts: { done: "Done.", failed: "Failed.", rejected: "Refused." },
  });
  const source = { kind: "note", id: "n9" } as api.DuplicateItem;
  vi.mocked(api.findDuplicates).mockResolvedValue([source]);
  const told = vi.fn();
  const unwatch = known.watch(told);
  known.add(["a", "b"].map(pdf));
  await vi.advanceTimersByTimeAsync(0);
  expect(known.queue().map(({ phase }) => phase.kind)).toEqual(["known", "known"]);
  const [first, second] = known.queue().map(({ id }) => id) as [string, string];
  known.reuseFile(first, source);
  known.reuseFile(first, source);
  known.remove(second);
  await vi.advanceTimersByTimeAsync(0);
  expect(known.queue()).toMatchObject([{ id: first, phase: { kind: "ready" } }]);
  expect(vi.mocked(api.reuseDuplicateFile).mock.calls.map(([id, reused]) => [id, reused])).toEqual([[first, source]]);
  expect(api.cancelUpload).not.toHaveBeenCalled();
  expect(putFile).not.toHaveBeenCalled();
  expect(published).toHaveBeenCalledTimes(1);
  expect(told).toHaveBeenCalled();
  unwatch();
  known.remove(first);
});

test("S4.up.6 Retry sends the failed file only, as the same upload", async () => {
  create.mockImplementationOnce(async ({ id }: api.UploadFileInfo) => ({
    id,
    url: "/there",
    headers: {},
    expiresAt: "",
  }));
  create.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "Not now." }));
  uploads.add(["a", "b", "c"].map(pdf));
  await vi.advanceTimersByTimeAsync(0);
  expect(phases()).toEqual(["ready", "failed", "ready"]);
  const id = uploads.queue()[1]?.id ?? "";
  create.mockClear();
  // The upload does not exist on the server.
  vi.mocked(api.getUpload).mockRejectedValueOnce(new ApiProblem({ code: "not_found", status: 404, detail: "None." }));
  uploads.retry(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(phases()).toEqual(["ready", "ready", "ready"]);
  expect(create.mock.calls.map(([file]) => [file.id, file.fileName])).toEqual([[id, "b.pdf"]]);
});

test("a held file is published when the user says so, and only that file", async () => {
  const held = createUploads<undefined>({
    create,
    contentType: "application/pdf",
    isMultipart: false,
    resultIdOf: (upload) => upload.noteId,
    onPublished: () => undefined,
    texts: { done: "Done.", failed: "Failed.", rejected: "Refused." },
  });
  answers({ status: "review" });
  held.add(["a", "b"].map(pdf));
  await vi.advanceTimersByTimeAsync(0);
  const heldPhases = () => held.queue().map(({ phase }) => phase.kind);
  expect(heldPhases()).toEqual(["review", "review"]);
  const [first, second] = held.queue().map(({ id }) => id) as [string, string];
  vi.mocked(api.publishUpload).mockImplementation(async (id) => {
    vi.mocked(api.getUpload).mockImplementation(
      async (asked) => ({ id: asked, status: asked === id ? "ready" : "review", noteId: "n" }) as api.Upload,
    );
    return {} as api.Upload;
  });
  held.publish("unknown");
  held.publish(first);
  held.publish(first);
  await vi.advanceTimersByTimeAsync(1000);
  expect(heldPhases()).toEqual(["ready", "review"]);
  expect(vi.mocked(api.publishUpload).mock.calls.map(([id]) => id)).toEqual([first]);
  for (const id of [first, second]) held.remove(id);
});

test("H30 signing out stops all uploads and empties the list", async () => {
  const stopped = vi.fn();
  vi.mocked(putFile).mockImplementation((_target, _body, signal) => {
    signal.addEventListener("abort", () => stopped(signal.reason.message));
    return new Promise(() => undefined);
  });
  uploads.add(["a", "b", "c"].map(pdf));
  await vi.advanceTimersByTimeAsync(1000);
  expect(putFile).toHaveBeenCalledTimes(2);
  const told = vi.fn();
  const stop = uploads.watch(told);
  const [first] = uploads.queue();
  signOutForTest();
  expect(uploads.queue()).toEqual([]);
  expect(told).toHaveBeenCalledTimes(1);
  expect(stopped.mock.calls).toEqual([["signed out"], ["signed out"]]);
  expect(uploadsOfThisTab.has(first?.id ?? "")).toBe(false);
  expect(api.cancelUpload).not.toHaveBeenCalled();
  stop();
});
