import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { queryClient } from "@/data/query/query-client";
import { readCachedValues } from "@/offline/cache/query-persister";
import { OfflineCache } from "@/offline/cache/store";
import { toast } from "@/ui/feedback/toast";
import { keepPicture, useKeptPictures } from "./kept-pictures";
import { InterruptedError, UploadError } from "./sending/errors";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast: vi.fn() }));
const device = vi.hoisted(() => ({ active: "", locked: "" }));
vi.mock("./active-uploads", () => ({ isActiveUpload: (id: string) => id === device.active }));
vi.mock("./sending/tab-locks", () => ({ lockedUploads: async () => new Set([device.locked]) }));
const server = vi.hoisted(() => ({ getUpload: vi.fn(), create: vi.fn(), send: vi.fn() }));
vi.mock("@/data/uploads/uploads", () => ({
  getUpload: server.getUpload,
  createAlbumPictureUpload: server.create,
}));
vi.mock("./sending/picture", () => ({ uploadPicture: server.send }));

const picture = new File(["owl"], "owl.png");
const problem = (status: number, code: ApiProblem["code"] = "not_found") =>
  new ApiProblem({ code, status, detail: "No." });
const kept = () => readCachedValues("picture of upload ");

type Listed = Parameters<typeof useKeptPictures>[0];

/** Opens a page, which sends the stored images, and closes it when `until` holds. */
async function open(until: () => unknown): Promise<void> {
  const { unmount } = renderHook(() => useKeptPictures());
  await vi.waitFor(until);
  unmount();
}

beforeEach(async () => {
  Object.assign(device, { active: "", locked: "" });
  vi.mocked(toast).mockReset();
  server.create.mockReset().mockResolvedValue({});
  server.getUpload.mockReset().mockResolvedValue({ status: "ready", noteId: "n1", title: "Owls" });
  server.send.mockReset().mockImplementation((create) =>
    // Like the real upload, keep only the message of a rejected request.
    create({ id: "p1" }).catch(({ message }: Error) => Promise.reject(new UploadError(message, "send"))),
  );
  signInAs({ uid: `u${crypto.randomUUID()}`, name: "Amara" }, true);
  // Importing this client installs the cache of the user, as in the app.
  expect(queryClient).toBeDefined();
  expect(await keepPicture({ uploadId: "u1", album: "cram" as never, picture })).toBe(true);
});

test("S4.up.8 the image of an album note is added even if its tab was closed and the note was published from elsewhere", async () => {
  await open(async () => expect(await kept()).toEqual([]));
  const [target, declaration] = server.create.mock.calls[0] ?? [];
  expect(target).toEqual({ album: "cram", noteId: "n1" });
  // An empty `replaces` means that no newer image of the note is replaced.
  expect(declaration).toEqual({ id: "p1", replaces: "" });
  expect(toast).toHaveBeenCalledWith("The picture of “Owls” was added.");
});

test.each([
  ["waits for a review", { status: "review" }],
  ["is being checked", { status: "checking" }],
])("S4.up.8 the picture stays on the device while the file %s", async (_, upload) => {
  server.getUpload.mockResolvedValueOnce({ noteId: "n1", ...upload });
  const { rerender } = renderHook(useKeptPictures, { initialProps: undefined as Listed });
  await vi.waitFor(() => expect(server.getUpload).toHaveBeenCalled());
  rerender([{ id: "u1", status: "ready" }]);
  await vi.waitFor(() => expect(server.send).toHaveBeenCalled());
  expect(server.getUpload).toHaveBeenCalledTimes(2);
});

test.each([
  ["this page runs", "active"],
  ["another tab runs", "locked"],
] as const)("S4.up.8 the stored image of an upload that %s is not sent from here", async (_, where) => {
  device[where] = "u1";
  await keepPicture({ uploadId: "u2", album: "cram" as never, picture });
  await open(async () => expect(await kept()).toHaveLength(1));
  expect(server.getUpload.mock.calls.map(([id]) => id)).toEqual(["u2"]);
});

test("S4.up.8 the picture of a cancelled upload is deleted from the device", async () => {
  server.getUpload.mockRejectedValue(problem(404));
  await open(async () => expect(await kept()).toEqual([]));
  expect(server.send).not.toHaveBeenCalled();
});

test("S4.up.8 the server is not asked about an upload that is listed as not published", async () => {
  await keepPicture({ uploadId: "u2", album: "cram" as never, picture });
  const listed: Listed = [{ id: "u1", status: "review" }];
  const { unmount } = renderHook(() => useKeptPictures(listed));
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1));
  expect(server.getUpload.mock.calls.map(([id]) => id)).toEqual(["u2"]);
  unmount();
});

const refused = "The picture of “Owls” was not added.";

test.each([
  [
    "is too small is deleted with the reason",
    () => server.send,
    new UploadError("It is too small.", "none"),
    "It is too small.",
  ],
  ["has an invalid name is deleted with the reason", () => server.create, problem(422, "validation"), "No."],
] as const)("S4.up.8 a rejected image that %s", async (_, step, error, reason) => {
  step().mockRejectedValue(error);
  await open(async () => expect(await kept()).toEqual([]));
  expect(toast).toHaveBeenCalledExactlyOnceWith(`${refused} ${reason}`, expect.anything());
});

test.each([
  ["that has a newer one", problem(409, "conflict")],
  ["that was deleted", problem(404)],
])("S4.up.8 the picture of a note %s is deleted without a message", async (_, error) => {
  server.create.mockRejectedValue(error);
  await open(async () => expect(await kept()).toEqual([]));
  expect(toast).not.toHaveBeenCalled();
});

test.each([
  ["a failure of the server", () => server.create, problem(500, "internal")],
  ["too many requests", () => server.create, problem(429, "too_many_requests")],
  ["a reached limit", () => server.create, problem(409, "limit_reached")],
  ["a missing permission", () => server.create, problem(403, "forbidden")],
  ["a failed check", () => server.send, new UploadError("No.", "check")],
] as const)("S4.up.8 after %s the picture stays, and the next page sends it", async (_, step, error) => {
  step().mockRejectedValueOnce(error);
  await open(() => expect(toast).toHaveBeenCalled());
  expect(toast).toHaveBeenCalledExactlyOnceWith(`${refused} No. This device will try it again.`, expect.anything());
  expect(await kept()).toHaveLength(1);
  await open(async () => expect(await kept()).toEqual([]));
  expect(toast).toHaveBeenLastCalledWith("The picture of “Owls” was added.");
});

test("S4.up.8 a picture that could not be sent without a connection is sent by the next page", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server.send.mockRejectedValueOnce(new InterruptedError("No connection."));
  await open(() => expect(console.warn).toHaveBeenCalled());
  expect(await kept()).toHaveLength(1);
  await open(async () => expect(await kept()).toEqual([]));
});

test("S4.offline.8 a shared computer stores no images, and the upload is told so", async () => {
  signInOnSharedComputer({ uid: "u2", name: "Bo" });
  expect(await keepPicture({ uploadId: "u2", album: "cram" as never, picture })).toBe(false);
});

test("S4.up.8 if the device has no space for the image, the upload is told so", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(OfflineCache.prototype, "write").mockRejectedValueOnce(new DOMException("Full.", "QuotaExceededError"));
  expect(await keepPicture({ uploadId: "u2", album: "cram" as never, picture })).toBe(false);
  expect(await kept()).toHaveLength(1);
});
