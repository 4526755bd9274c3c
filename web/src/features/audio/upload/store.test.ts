// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MULTIPART_FROM_BYTES, PART_BYTES } from "@/core/limits";
import { startWasmModule } from "@/core/testing";
import type { RulesModule } from "@/core/wasm";
import { audioKeys } from "@/data/audio/audio";
import { invalidateInAllTabs } from "@/data/query/cross-tab-invalidation";
import { queryClient } from "@/data/query/query-client";
import * as api from "@/data/uploads/uploads";
import { hashFile } from "@/parts/uploading/hashing/hash";
import { putFile } from "@/parts/uploading/sending/send";
import { recordingUploads } from "./store";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/uploads/uploads");
vi.mock("@/data/query/cross-tab-invalidation");
vi.mock("@/parts/uploading/hashing/hash", () => ({ hashFile: vi.fn() }));
vi.mock("@/parts/uploading/sending/send", async (original) => ({ ...(await original<object>()), putFile: vi.fn() }));

const fields = { title: "Pointers", subject: "CS246", description: "Owned and shared" };
const uploads = recordingUploads("deep-dive");
const phase = () => uploads.queue()[0]?.phase;

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(hashFile).mockResolvedValue({ sha256: "ab", partSha256s: [] });
  vi.mocked(api.findDuplicates).mockResolvedValue([]);
  vi.mocked(api.cancelUpload).mockResolvedValue(undefined as never);
  vi.mocked(api.createAudioUpload).mockResolvedValue({ id: "u", url: "/there", headers: {}, expiresAt: "" });
  answer({ status: "ready", audioId: "a1" });
});
afterEach(() => {
  for (const { id } of uploads.queue()) uploads.remove(id);
});

function answer(upload: Partial<api.Upload>) {
  vi.mocked(api.getUpload).mockResolvedValue({ id: "u", ...upload } as api.Upload);
}

/** Uploads a recording and returns the file of the request. */
async function upload(file: File) {
  uploads.add([{ file, fields }]);
  await vi.waitFor(() => expect(api.createAudioUpload).toHaveBeenCalledOnce());
  const [declared] = vi.mocked(api.createAudioUpload).mock.calls[0] ?? [];
  if (!declared) throw new Error("Nothing was declared.");
  return declared;
}

test("an upload sends the typed data, and the finished recording appears everywhere on its shelf", async () => {
  const declared = await upload(new File(["ID3"], "pointers.mp3", { type: "audio/mpeg" }));
  expect(declared).toMatchObject({
    ...fields,
    shelf: "deep-dive",
    fileName: "pointers.mp3",
    contentType: "audio/mpeg",
    sizeBytes: 3,
    sha256: "ab",
  });
  await vi.waitFor(() => expect(phase()).toMatchObject({ kind: "ready", resultId: "a1" }));
  expect(putFile).toHaveBeenCalledOnce();
  expect(vi.mocked(invalidateInAllTabs).mock.calls).toEqual([[queryClient, audioKeys.shelf("deep-dive")]]);
});

test("a recording of unknown MIME type is accepted by its file extension", async () => {
  const core = await startWasmModule<RulesModule>("wasm_core");
  const { fileName, contentType, sizeBytes } = await upload(new File(["fLaC"], "pointers.flac"));
  expect(core.validateAudioFile(fileName, contentType, sizeBytes)).toEqual([]);
  // Other content types are rejected.
  expect(core.validateAudioFile(fileName, "application/pdf", sizeBytes)).toHaveLength(1);
});

test("a long recording is sent in parts, a short one in one request", async () => {
  const long = new File(["ID3"], "long.mp3", { type: "audio/mpeg" });
  Object.defineProperty(long, "size", { value: MULTIPART_FROM_BYTES + 1 });
  await upload(long);
  vi.mocked(api.createAudioUpload).mockClear();
  await upload(new File(["ID3"], "short.mp3", { type: "audio/mpeg" }));
  const parts = vi.mocked(hashFile).mock.calls.map(([{ partBytes }]) => partBytes);
  expect(parts).toEqual([PART_BYTES, undefined]);
});

test("a duplicate recording asks for a decision, and is not sent before", async () => {
  const thing = { kind: "audio", id: "a0", title: "Pointers" } as api.DuplicateItem;
  vi.mocked(api.findDuplicates).mockResolvedValue([thing]);
  uploads.add([{ file: new File(["ID3"], "pointers.mp3", { type: "audio/mpeg" }), fields }]);
  await vi.waitFor(() => expect(phase()).toMatchObject({ kind: "known", duplicates: [thing] }));
  expect(api.createAudioUpload).not.toHaveBeenCalled();
});

test.each([
  [undefined, "The file was not accepted. Check that it plays on this computer."],
  ["This recording is silent.", "This recording is silent."],
])("when the server rejects a recording (%s), the upload shows: %s", async (reason, words) => {
  answer({ status: "failed", canRetry: false, ...(reason && { reason }) });
  await upload(new File(["ID3"], "pointers.mp3", { type: "audio/mpeg" }));
  await vi.waitFor(() => expect(phase()).toMatchObject({ kind: "failed", reason: words }));
  expect(invalidateInAllTabs).not.toHaveBeenCalled();
});

test("keeps one upload queue per shelf", async () => {
  await upload(new File(["ID3"], "pointers.mp3", { type: "audio/mpeg" }));
  expect(recordingUploads("deep-dive")).toBe(uploads);
  expect(recordingUploads("deep-dive").queue()).toHaveLength(1);
  expect(recordingUploads("quick-recap").queue()).toHaveLength(0);
});
