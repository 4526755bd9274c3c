import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type * as UploadsData from "@/data/uploads/uploads";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { UploadKind } from "@/parts/uploading/sending/run";
import type { AlbumFields } from "./store";

const calls = vi.hoisted(() => ({
  kinds: [] as ((album: string) => object)[],
  createUpload: vi.fn(),
  createPicture: vi.fn(),
  uploadPicture: vi.fn(),
  keep: vi.fn(),
  drop: vi.fn(),
}));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/uploads/uploads", async (original) => ({
  ...(await original<typeof UploadsData>()),
  createAlbumUpload: calls.createUpload,
  createAlbumPictureUpload: calls.createPicture,
}));
vi.mock("@/data/query/cross-tab-invalidation", () => ({ invalidateInAllTabs: vi.fn() }));
vi.mock("@/parts/uploading/kept-pictures", () => ({ keepPicture: calls.keep, dropPicture: calls.drop }));
vi.mock("@/parts/uploading/sending/picture", () => ({ uploadPicture: calls.uploadPicture }));
vi.mock("@/parts/uploading/sending/store", () => ({
  uploadsByTarget: (kindOf: (album: string) => object) => calls.kinds.push(kindOf),
}));

const picture = new File(["owl"], "owl.png");
const fields: AlbumFields = { subject: "Owls", title: "Owls", description: "", review: true, picture };
const info = { id: "u1", fileName: "a.pdf", contentType: "application/pdf", sizeBytes: 1, sha256: "a" };
const { signal } = new AbortController();
const problem = (status: number, code: ApiProblem["code"]) => new ApiProblem({ code, status, detail: "No." });

/** Returns the rules of the uploads to a new album. */
async function albumKind(): Promise<UploadKind<AlbumFields>> {
  await import("./store");
  return calls.kinds[0]?.("cram") as UploadKind<AlbumFields>;
}

beforeEach(() => {
  for (const call of [calls.createUpload, calls.createPicture, calls.keep, calls.drop]) call.mockReset();
  calls.createUpload.mockResolvedValue({});
  calls.createPicture.mockResolvedValue({});
  calls.keep.mockResolvedValue(true);
  calls.uploadPicture.mockReset().mockImplementation((create) =>
    // Like the real upload, keep only the message of a rejected request.
    create({ id: "p1" }).catch(({ message }: Error) => Promise.reject(new UploadError(message, "send"))),
  );
});

test.each([
  ["may be closed if the device keeps the picture", true, false],
  ["must stay open if the device cannot store the picture", false, true],
])("S4.up.8 before a note is published, its page %s", async (_, isKept, hasFollowUp) => {
  calls.keep.mockResolvedValue(isKept);
  const kind = await albumKind();
  await kind.create(info, fields, signal);
  expect(calls.keep).toHaveBeenCalledExactlyOnceWith({ uploadId: "u1", album: "cram", picture });
  expect(kind.hasFollowUp?.(fields, "u1")).toBe(hasFollowUp);
  // Whether the image was stored is known for each upload.
  expect(kind.hasFollowUp?.(fields, "u2")).toBe(true);
  expect(kind.hasFollowUp?.({ ...fields, picture: undefined }, "u1")).toBe(false);
});

test("S4.up.8 the upload of a note starts only after its picture has been stored", async () => {
  let store: (isKept: boolean) => void = () => undefined;
  calls.keep.mockReturnValue(new Promise((resolve) => (store = resolve)));
  const created = (await albumKind()).create(info, fields, signal);
  expect(calls.createUpload).not.toHaveBeenCalled();
  store(true);
  await created;
  expect(calls.createUpload).toHaveBeenCalledOnce();
});

const followUp = async () => (await albumKind()).followUp?.("n1", fields, signal, "u1");

test("S4.up.8 the image of a published note is added, and its copy on the device is deleted", async () => {
  await followUp();
  expect(calls.createPicture).toHaveBeenCalledWith(
    { album: "cram", noteId: "n1" },
    { id: "p1", replaces: "" },
    undefined,
  );
  expect(calls.drop).toHaveBeenCalledExactlyOnceWith("u1");
});

test("S4.up.8 an image that another tab has added in the meantime stays, and the upload is complete", async () => {
  calls.createPicture.mockRejectedValue(problem(409, "conflict"));
  await followUp();
  expect(calls.drop).toHaveBeenCalledExactlyOnceWith("u1");
});

test.each([
  ["a failure of the server", problem(500, "internal")],
  ["too many requests", problem(429, "too_many_requests")],
  ["a reached limit", problem(409, "limit_reached")],
])("S4.up.8 after %s the picture is kept and can be sent again", async (_, error) => {
  calls.createPicture.mockRejectedValue(error);
  await expect(followUp()).rejects.toMatchObject({ retry: "send" });
  expect(calls.drop).not.toHaveBeenCalled();
});

test.each([
  ["the server refuses for good", problem(422, "validation")],
  ["belongs to a deleted note", problem(404, "not_found")],
])("S4.up.8 an image that %s is deleted from the device", async (_, error) => {
  calls.createPicture.mockRejectedValue(error);
  await expect(followUp()).rejects.toMatchObject({
    message: "The PDF was uploaded, but its picture was not. No.",
    retry: "none",
  });
  expect(calls.drop).toHaveBeenCalledExactlyOnceWith("u1");
});
