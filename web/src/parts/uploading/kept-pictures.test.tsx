import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { signInAs, signInOnSharedComputer } from "@/api/testing";
import { queryClient } from "@/data/query/query-client";
import { readCachedValues } from "@/offline/cache/query-persister";
import { toast } from "@/ui/feedback/toast";
import { canKeepPictures, keepPicture, useKeptPictures } from "./kept-pictures";
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
const problem = (status: number) => new ApiProblem({ code: "not_found", status, detail: "No." });
const kept = () => readCachedValues("picture of upload ");

/** Opens a page, which handles the pictures before `until` holds. */
async function open(until: () => unknown): Promise<void> {
  const { unmount } = renderHook(() => useKeptPictures());
  await vi.waitFor(until);
  unmount();
}

beforeEach(async () => {
  Object.assign(device, { active: "", locked: "" });
  vi.mocked(toast).mockReset();
  server.create.mockReset();
  server.getUpload.mockReset().mockResolvedValue({ status: "ready", noteId: "n1", title: "Owls" });
  server.send.mockReset().mockImplementation(async (create) => create({ id: "p1" }));
  signInAs({ uid: `u${crypto.randomUUID()}`, name: "Amara" }, true);
  // The app installs the cache of the user with this client.
  expect(queryClient).toBeDefined();
  keepPicture({ uploadId: "u1", album: "cram" as never, picture });
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1));
});

test("S4.up.8 the picture of an album note is added after its tab was closed and it was published elsewhere", async () => {
  expect(canKeepPictures()).toBe(true);
  await open(async () => expect(await kept()).toEqual([]));
  const [target, declaration] = server.create.mock.calls[0] ?? [];
  expect(target).toEqual({ album: "cram", noteId: "n1" });
  // A newer picture of the note is not replaced.
  expect(declaration).toEqual({ id: "p1", replaces: "" });
  expect(toast).toHaveBeenCalledWith("The picture of “Owls” was added.");
});

test.each([
  ["waits for a review", { status: "review" }],
  ["is being checked", { status: "checking" }],
])("S4.up.8 the picture stays on the device while the file %s", async (_, upload) => {
  server.getUpload.mockResolvedValueOnce({ noteId: "n1", ...upload });
  const { rerender } = renderHook((list: string) => useKeptPictures(list), { initialProps: "unpublished" });
  await vi.waitFor(() => expect(server.getUpload).toHaveBeenCalled());
  rerender("published");
  await vi.waitFor(() => expect(server.send).toHaveBeenCalled());
  expect(server.getUpload).toHaveBeenCalledTimes(2);
});

test.each([
  ["this page runs", "active"],
  ["another tab runs", "locked"],
] as const)("S4.up.8 the picture of an upload that %s is left to it", async (_, where) => {
  device[where] = "u1";
  keepPicture({ uploadId: "u2", album: "cram" as never, picture });
  await open(async () => expect(await kept()).toHaveLength(1));
  expect(server.getUpload.mock.calls.map(([id]) => id)).toEqual(["u2"]);
});

test("S4.up.8 the picture of a cancelled upload is deleted from the device", async () => {
  server.getUpload.mockRejectedValue(problem(404));
  await open(async () => expect(await kept()).toEqual([]));
  expect(server.send).not.toHaveBeenCalled();
});

test.each([
  ["that the server refuses is deleted with the reason", new UploadError("It is too small.", "none"), 1],
  ["of a note that has a newer one is deleted", problem(409), 0],
  ["of a deleted note is deleted", problem(404), 0],
])("S4.up.8 a picture %s", async (_, error, messages) => {
  server.send.mockRejectedValue(error);
  await open(async () => expect(await kept()).toEqual([]));
  expect(toast).toHaveBeenCalledTimes(messages);
});

test("S4.up.8 a picture that could not be sent without a connection is sent by the next page", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  server.send.mockRejectedValueOnce(new InterruptedError("No connection."));
  await open(() => expect(console.warn).toHaveBeenCalled());
  expect(await kept()).toHaveLength(1);
  await open(async () => expect(await kept()).toEqual([]));
});

test("S4.offline.8 a shared computer keeps no pictures", () => {
  signInOnSharedComputer({ uid: "u2", name: "Bo" });
  expect(canKeepPictures()).toBe(false);
});
