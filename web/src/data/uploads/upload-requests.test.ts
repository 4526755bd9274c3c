import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import {
  cancelUpload,
  completeUpload,
  createAlbumPictureUpload,
  createAlbumUpload,
  createAudioPictureUpload,
  createAudioUpload,
  createCoursePictureUpload,
  createCoverUpload,
  createPhotoUpload,
  createUpload,
  findDuplicates,
  getUpload,
  publishUpload,
  renewUploadLease,
  resumeUpload,
  retryUpload,
  reuseDuplicateFile,
  signParts,
  type Upload,
  uploadsQuery,
  willChange,
} from "./uploads";

vi.mock("@/api/client", () => import("@/api/client-testing"));

const { signal } = new AbortController();
const body = { id: "up1", sizeBytes: 7, sha256: "abc" } as never;

beforeEach(() => server.reset());

test.each([
  ["a PDF", () => createUpload(body, signal), "POST /api/uploads", body],
  ["a recording", () => createAudioUpload(body, signal), "POST /api/audio-uploads", body],
  ["an album PDF", () => createAlbumUpload("cram", body, signal), "POST /api/albums/cram/uploads", body],
  [
    "the image of an album note",
    () => createAlbumPictureUpload({ album: "nightOwl", noteId: "n1" }, body, signal),
    "POST /api/albums/nightOwl/notes/n1/picture",
    body,
  ],
  ["the image of a recording", () => createAudioPictureUpload("a1", body, signal), "POST /api/audio/a1/picture", body],
  [
    "the image of a course",
    () => createCoursePictureUpload("CS246", body, signal),
    "POST /api/admin/courses/CS246/picture",
    body,
  ],
  ["a playlist cover", () => createCoverUpload("p1", body, signal), "POST /api/playlists/p1/cover", body],
  ["a photo", () => createPhotoUpload(body, signal), "POST /api/me/photo", body],
  [
    "parts",
    () => signParts("up1", [{ part: 2 } as never], signal),
    "POST /api/uploads/up1/parts",
    { parts: [{ part: 2 }] },
  ],
  ["a resumed file", () => resumeUpload(body, signal), "POST /api/uploads/up1/resume", { sizeBytes: 7, sha256: "abc" }],
  [
    "sent parts",
    () => completeUpload("up1", [{ part: 1 } as never], signal),
    "POST /api/uploads/up1/complete",
    { parts: [{ part: 1 }] },
  ],
  [
    "a link to an item with the same file",
    () => reuseDuplicateFile("up1", { kind: "note", id: "n1" }, signal),
    "POST /api/uploads/up1/link",
    { kind: "note", id: "n1" },
  ],
] as const)("S6.adm.11 an upload announces %s to its own address", async (_, send, request, sent) => {
  server.answer = () => "the answer";
  expect(await send()).toBe("the answer");
  expect(server.requests).toEqual([[request, sent]]);
});

test.each([
  ["reading", () => getUpload("up1", signal), "GET /api/uploads/up1"],
  ["keeping", () => renewUploadLease("up1"), "PUT /api/uploads/up1/sender"],
  ["cancelling", () => cancelUpload("up1"), "DELETE /api/uploads/up1"],
  ["retrying", () => retryUpload("up1", signal), "POST /api/uploads/up1/retry"],
  ["publishing", () => publishUpload("up1"), "POST /api/uploads/up1/publish"],
])("%s an upload sends its id only", async (_, send, request) => {
  server.answer = () => "the answer";
  expect(await send()).toBe("the answer");
  expect(server.requests).toEqual([[request]]);
});

test("items with the same file are found by its hash", async () => {
  server.answer = () => ({ items: [{ id: "n1" }] });
  expect(await findDuplicates("abc", signal)).toEqual([{ id: "n1" }]);
  expect(server.requests).toEqual([["GET /api/admin/files/abc"]]);
});

const upload = (more: Partial<Upload>) => ({ status: "checking", ...more }) as Upload;

test.each([
  ["waiting", upload({ status: "waiting" }), true],
  ["checking", upload({}), true],
  ["published", upload({ status: "published" as never }), false],
  ["rejected", upload({ status: "rejected" as never }), false],
  ["stuck", upload({ canRetry: true }), false],
  ["interrupted", upload({ status: "waiting", interrupted: true }), false],
])("a list with an upload that is %s is polled accordingly", async (_, item, isBusy) => {
  expect(willChange(item)).toBe(isBusy);
  const queries = new QueryClient();
  server.answer = () => ({ items: [item] });
  await queries.fetchInfiniteQuery(uploadsQuery);
  const query = queries.getQueryCache().find({ queryKey: uploadsQuery.queryKey });
  const interval = uploadsQuery.refetchInterval as (query: unknown) => number;
  expect(interval(query)).toBe(isBusy ? 2000 : 30_000);
});

test("a list without uploads is polled rarely, also before its first response", () => {
  const interval = uploadsQuery.refetchInterval as (query: unknown) => number;
  expect(interval({ state: {} })).toBe(30_000);
  expect(interval({ state: { data: { pages: [{ items: [] }] } } })).toBe(30_000);
});
