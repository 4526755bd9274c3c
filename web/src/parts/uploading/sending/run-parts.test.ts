import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { MULTIPART_FROM_BYTES, PART_BYTES } from "@/core/limits";
import * as api from "@/data/uploads/uploads";
import { hashFile } from "../hashing/hash";
import type { UploadEvent } from "./queue";
import { runUpload, type UploadKind } from "./run";
import { putFile } from "./send";

vi.mock("@/data/uploads/uploads");
vi.mock("../hashing/hash", () => ({ hashFile: vi.fn() }));
vi.mock("./send", async (original) => ({ ...(await original<typeof import("./send")>()), putFile: vi.fn() }));

const create = vi.fn();
const kind: UploadKind<undefined> = {
  create,
  contentType: "audio/mpeg",
  isMultipart: true,
  resultIdOf: (upload) => upload.audioId,
  onPublished: () => undefined,
  texts: { done: "Done.", failed: "Failed.", rejected: "Refused." },
};
const file = new File(["0123456789abc"], "lecture.mp3");
const inParts = { id: "u", multipart: { partSizeBytes: 10, parts: 2, uploadedParts: [] as object[] } };

/** Runs an attempt to its end and returns the reported events. */
async function play({ attempt = 1, ofKind = kind, sent = file } = {}): Promise<UploadEvent[]> {
  const events: UploadEvent[] = [];
  const job = { id: "u", attempt, fields: undefined };
  await runUpload(job, sent, ofKind, (event) => void events.push(event), new AbortController().signal);
  return events;
}
const answer = (upload: object) => vi.mocked(api.getUpload).mockResolvedValueOnce(upload as api.Upload);
const reject = (status: number) =>
  vi.mocked(api.getUpload).mockRejectedValueOnce(new ApiProblem({ code: "internal", status, detail: "No." }));
const target = (number: number) => ({ number, url: `/part/${number}`, headers: {} });

beforeEach(() => {
  vi.resetAllMocks();
  create.mockResolvedValue(inParts);
  vi.mocked(hashFile).mockResolvedValue({ sha256: "ab", partSha256s: ["one", "two"] });
  vi.mocked(api.signParts).mockImplementation(
    async (_id, parts) => ({ parts: parts.map(({ number }) => target(number)), uploadedParts: [] }) as never,
  );
  vi.mocked(putFile).mockImplementation(async ({ url }, _body, _signal, onSent) => {
    onSent(1);
    return `etag of ${url}`;
  });
  vi.mocked(api.getUpload).mockResolvedValue({ id: "u", status: "ready", audioId: "a1" } as api.Upload);
});

test("a recording is sent in parts with their hashes, and then completed with the tags of the parts", async () => {
  const events = await play();
  const signed = vi.mocked(api.signParts).mock.calls.map(([id, parts]) => [id, parts]);
  expect(signed).toEqual([
    ["u", [{ number: 1, sha256: "one" }]],
    ["u", [{ number: 2, sha256: "two" }]],
  ]);
  const parts = [1, 2].map((number) => ({ number, etag: `etag of /part/${number}` }));
  expect(api.completeUpload).toHaveBeenCalledExactlyOnceWith("u", parts, expect.anything());
  const sent = events.flatMap((event) => (event.type === "sent" ? event.sentBytes : []));
  expect([sent[0], sent.at(-1)]).toEqual([0, 13]);
  expect(events.at(-1)).toMatchObject({ type: "published", resultId: "a1" });
});

test("S4.up.7 a part that the server already has is not sent again", async () => {
  vi.mocked(api.signParts).mockImplementation(
    async (_id, [part]) =>
      (part?.number === 1
        ? { parts: [target(1)], uploadedParts: [{ number: 1, etag: "kept" }] }
        : { parts: [target(2)], uploadedParts: [] }) as never,
  );
  await play();
  expect(vi.mocked(putFile).mock.calls.map(([{ url }]) => url)).toEqual(["/part/2"]);
  expect(vi.mocked(api.completeUpload).mock.calls[0]?.[1][0]).toEqual({ number: 1, etag: "kept" });
});

test("a ticket without an address for the file fails, and the upload can be sent again", async () => {
  create.mockResolvedValue({ id: "u" });
  const reason = "The upload could not start. Press Retry.";
  expect((await play()).at(-1)).toMatchObject({ type: "failed", reason, retry: "send" });
  expect(putFile).not.toHaveBeenCalled();
  expect(api.completeUpload).not.toHaveBeenCalled();
});

test("recordings above a size are hashed in parts, smaller ones and notes as a whole", async () => {
  const ofSize = (value: number) => Object.defineProperty(new File([], "lecture.mp3"), "size", { value });
  create.mockResolvedValue({ id: "u", url: "/there", headers: {} });
  await play({ sent: ofSize(MULTIPART_FROM_BYTES) });
  const large = ofSize(MULTIPART_FROM_BYTES + 1);
  await play({ sent: large });
  await play({ sent: large, ofKind: { ...kind, isMultipart: false } });
  const hashed = vi.mocked(hashFile).mock.calls.map(([{ partBytes }]) => partBytes);
  expect(hashed).toEqual([undefined, PART_BYTES, undefined]);
});

test("the bytes that were read for the hash are reported", async () => {
  vi.mocked(hashFile).mockImplementation(async (_file, onRead) => {
    onRead(7);
    return { sha256: "ab", partSha256s: ["one", "two"] };
  });
  expect(await play()).toContainEqual({ type: "read", id: "u", attempt: 1, readBytes: 7 });
});

test.each(["ready", "checking", "review"])("a retry does not send a file again whose state is %s", async (status) => {
  answer({ id: "u", status });
  expect((await play({ attempt: 2 })).at(-1)).toMatchObject({ type: "published" });
  expect([hashFile, create, putFile].map((call) => vi.mocked(call).mock.calls.length)).toEqual([0, 0, 0]);
});

test("a retry sends the file of an upload that did not arrive or that the server does not know", async () => {
  answer({ id: "u", status: "waiting" });
  await play({ attempt: 2 });
  expect(putFile).toHaveBeenCalledTimes(2);
  reject(404);
  await play({ attempt: 2 });
  expect(putFile).toHaveBeenCalledTimes(4);
});

test("S4.up.6 a retry whose state is unknown sends nothing: it fails, or waits for the connection", async () => {
  reject(500);
  expect((await play({ attempt: 2 })).at(-1)).toMatchObject({ type: "failed", reason: "No.", retry: "send" });
  vi.mocked(api.getUpload).mockRejectedValueOnce(unreachableProblem());
  expect((await play({ attempt: 2 })).at(-1)).toMatchObject({ type: "interrupted" });
  expect(create).not.toHaveBeenCalled();
});

test("S6.adm.36 a file that waits for a review where nobody can decide names the list of uploads, without a retry", async () => {
  vi.mocked(api.getUpload).mockResolvedValue({ id: "u", status: "review" } as api.Upload);
  const reason = "The file has not been published. Publish it in the list of uploads.";
  expect((await play()).at(-1)).toMatchObject({ type: "failed", reason, retry: "none" });
});

test("a published file with suggestions reports them, and one without does not", async () => {
  expect((await play()).at(-1)).toMatchObject({ published: undefined });
  const suggestions = { title: "Limits" };
  answer({ id: "u", status: "ready", audioId: "a1", title: "limits", suggestions });
  expect((await play()).at(-1)).toMatchObject({ published: { title: "limits", suggestions } });
});
