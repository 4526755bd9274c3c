import { beforeEach, expect, test, vi } from "vitest";
import { conflict, notFound, server } from "@/api/client-testing";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { addNotePicture, isFinalRefusal, refusalText } from "./note-picture";
import { UploadError } from "./sending/errors";

const upload = vi.hoisted(() => vi.fn());
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("./sending/picture", () => ({ uploadPicture: upload }));

const picture = new File(["p"], "p.png");
const target = { album: "cram" as const, noteId: "n1" };
const file = { id: "up1", fileName: "p.png", contentType: "image/png", sizeBytes: 1, sha256: "ab" };
let stop: AbortController;
const add = () => addNotePicture(target, picture, stop.signal);

beforeEach(() => {
  server.reset();
  stop = new AbortController();
  upload
    .mockReset()
    .mockImplementation((create: (file: object, signal: AbortSignal) => Promise<unknown>) => create(file, stop.signal));
});

test("a picture is added only if the note has none", async () => {
  expect(await add()).toBe(true);
  expect(server.requests).toEqual([["POST /api/albums/cram/notes/n1/picture", { ...file, replaces: "" }]]);
  expect(upload.mock.calls[0]?.slice(1)).toEqual([picture, stop.signal]);
});

test("a note that got a picture elsewhere keeps it", async () => {
  server.reject(conflict());
  expect(await add()).toBe(false);
});

test("the problem of the request is thrown, not how the upload reports it", async () => {
  const gone = notFound();
  server.reject(gone);
  upload.mockImplementation(async (create: (file: object) => Promise<unknown>) => {
    await create(file).catch(() => undefined);
    throw new UploadError("It failed.");
  });
  await expect(add()).rejects.toBe(gone);
});

test("another failure is thrown as it is, and so is one after an abort", async () => {
  const failure = new UploadError("The file was not accepted.", "none");
  upload.mockRejectedValue(failure);
  await expect(add()).rejects.toBe(failure);
  server.reject(conflict());
  upload.mockImplementation(async (create: (file: object) => Promise<unknown>) => {
    await create(file).catch(() => undefined);
    throw failure;
  });
  stop.abort();
  await expect(add()).rejects.toBe(failure);
});

test.each([
  [new ApiProblem({ code: "validation", status: 400, detail: "" }), true],
  [notFound(), true],
  [new ApiProblem({ code: "validation", status: 422, detail: "" }), true],
  [conflict(), false],
  [unreachableProblem(), false],
  [new UploadError("No.", "none"), true],
  [new UploadError("No.", "send"), false],
  [new Error("No."), false],
])("whether %s is final: %s", (error, isFinal) => {
  expect(isFinalRefusal(error)).toBe(isFinal);
});

test("a refusal is told in its own words", () => {
  expect(refusalText(new UploadError("The picture is too small."))).toBe("The picture is too small.");
  expect(refusalText(notFound("There is no such note."))).toBe("There is no such note.");
});
