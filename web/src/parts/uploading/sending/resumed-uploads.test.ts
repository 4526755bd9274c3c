// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { queryClient } from "@/data/query/query-client";
import { getResumedUploads } from "./resumed-uploads";
import type { UploadKind } from "./run";

const mocks = vi.hoisted(() => ({ createUploads: vi.fn(), resumeUpload: vi.fn(), invalidate: vi.fn() }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./store", () => ({ createUploads: mocks.createUploads }));
vi.mock("@/data/uploads/uploads", () => ({ resumeUpload: mocks.resumeUpload, uploadKeys: { mine: ["uploads"] } }));
vi.mock("@/data/query/cross-tab-invalidation", () => ({ invalidateInAllTabs: mocks.invalidate }));

mocks.createUploads.mockImplementation((kind: object) => ({ kind }));
const kindOf = (uploads: object) => (uploads as { kind: UploadKind<undefined> }).kind;

test("S4.up.7 the page has one list of resumed uploads, which continue under their ids", async () => {
  const uploads = getResumedUploads();
  expect(getResumedUploads()).toBe(uploads);
  expect(mocks.createUploads).toHaveBeenCalledTimes(1);
  const kind = kindOf(uploads);
  mocks.resumeUpload.mockResolvedValue("ticket");
  const { signal } = new AbortController();
  const file = { id: "u", fileName: "a.mp3", contentType: "audio/mpeg", sizeBytes: 1, sha256: "ab" };
  expect(await kind.create(file, undefined, signal)).toBe("ticket");
  expect(mocks.resumeUpload).toHaveBeenCalledExactlyOnceWith(file, signal);
  // The interrupted upload may be a recording, whose missing parts are sent.
  expect(kind.isMultipart).toBe(true);
});

test("a resumed upload ends with the id of its item, and refreshes all lists that may show it", () => {
  const { resultIdOf, onPublished } = kindOf(getResumedUploads());
  const idOf = (fields: object) => resultIdOf({ id: "u", ...fields } as never);
  expect([idOf({ noteId: "n" }), idOf({ audioId: "a" }), idOf({})]).toEqual(["n", "a", "u"]);
  onPublished();
  const [client, ...keys] = mocks.invalidate.mock.calls[0] ?? [];
  expect(client).toBe(queryClient);
  expect(keys.map((key: readonly string[]) => key[0])).toEqual(["uploads", "notes", "notes", "audio"]);
});
