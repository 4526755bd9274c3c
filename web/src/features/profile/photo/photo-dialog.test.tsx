import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Me } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { uploadPicture } from "@/parts/uploading/sending/picture";
import type { FileProgress } from "@/parts/uploading/sending/upload-file";
import { PhotoDialog } from "./photo-dialog";
import type { CropRect } from "./picture";

const mocks = vi.hoisted(() => ({
  openPicture: vi.fn(),
  closePicture: vi.fn(),
  cut: vi.fn(),
  sendPicture: vi.fn(),
  createPhotoUpload: vi.fn(),
  remove: vi.fn(),
  refreshPhoto: vi.fn(),
}));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/me/profile", async () => {
  const { useMutation } = await import("@tanstack/react-query");
  return {
    refreshPhoto: mocks.refreshPhoto,
    useRemovePhoto: () => useMutation({ mutationFn: mocks.remove, networkMode: "always" }),
  };
});
vi.mock("./picture", () => ({
  openPicture: mocks.openPicture,
  closePicture: mocks.closePicture,
  cropToJpeg: mocks.cut,
  centeredSquare: () => "the middle",
}));
vi.mock("@/data/uploads/uploads", () => ({ createPhotoUpload: mocks.createPhotoUpload }));
vi.mock("@/parts/uploading/sending/picture", () => ({ uploadPicture: mocks.sendPicture }));
vi.mock("./crop-field", () => ({
  CropField: ({ onCrop }: { onCrop: (part: CropRect) => void }) => (
    <button type="button" onClick={() => onCrop({ x: 1, y: 2, width: 3, height: 3 })}>
      Move the picture
    </button>
  ),
}));

const picture = { name: "me.png" };
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  mocks.openPicture.mockResolvedValue(picture);
  mocks.cut.mockResolvedValue("the square");
});
afterEach(() => {
  cleanup();
  for (const mock of Object.values(mocks)) mock.mockReset();
});

function open(me: Partial<Me> = {}) {
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PhotoDialog me={{ uid: "u1", name: "Amara", ...me } as Me} onClose={onClose} onDone={onDone} />
    </QueryClientProvider>,
  );
  return { onClose, onDone };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const drop = () =>
  fireEvent.change(screen.getByLabelText("choose a picture", { selector: "input" }), {
    target: { files: [new File(["x"], "me.png")] },
  });
async function choose() {
  drop();
  expect(await screen.findByRole("button", { name: "Save photo" })).toBeDefined();
}

async function sending() {
  const sent = {
    arrive: () => {},
    fail: (_: Error) => {},
    tell: (_: FileProgress) => {},
    signal: undefined as unknown,
  };
  mocks.sendPicture.mockImplementation((...[, , signal, tell]: Parameters<typeof uploadPicture>) => {
    Object.assign(sent, { tell, signal });
    return new Promise<void>((resolve, reject) => Object.assign(sent, { arrive: resolve, fail: reject }));
  });
  press("Save photo");
  await vi.waitFor(() => expect(mocks.sendPicture).toHaveBeenCalledOnce());
  expect(mocks.sendPicture.mock.calls[0]?.[1]).toBe("the square");
  return sent;
}

test("the upload progress of a photo shows only while it is sent", async () => {
  const { onDone } = open();
  expect(screen.getByText(/^Any picture smaller than 5 MB/)).toBeDefined();
  expect(screen.queryByRole("progressbar")).toBeNull();
  await choose();
  expect(screen.queryByRole("progressbar")).toBeNull();
  const sent = await sending();
  expect(screen.getByRole("progressbar", { name: "Upload of the photo" })).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe("Checking the picture...");
  expect(screen.queryByRole("button", { name: "Choose another picture" })).toBeNull();
  act(() => sent.tell(0.5));
  expect(screen.getByRole("status").textContent).toBe("50%");
  await act(async () => sent.fail(new Error("It is too small.")));
  expect(screen.getByRole("alert").textContent).toBe("Failed to upload profile picture. It is too small.");
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByRole("button", { name: "Choose another picture" })).toBeDefined();
  expect(onDone).not.toHaveBeenCalled();
  mocks.sendPicture.mockResolvedValue("u");
  press("Retry");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith("Profile picture updated successfully!"));
  expect(mocks.refreshPhoto).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("S7.wr.11 a photo upload sends the photo that it replaces, and the page refetches after a rejection", async () => {
  open({ profileImageUrl: "/api/photos/a" });
  await choose();
  const sent = await sending();
  const [create, , signal] = mocks.sendPicture.mock.calls[0] ?? [];
  create({ fileName: "me.png" }, signal);
  const body = { fileName: "me.png", replaces: "/api/photos/a" };
  expect(mocks.createPhotoUpload).toHaveBeenCalledExactlyOnceWith(body, signal);
  mocks.refreshPhoto.mockResolvedValue(undefined);
  await act(async () => sent.fail(new UploadError("The picture was changed elsewhere.")));
  expect(screen.getByRole("alert").textContent).toBe(
    "Failed to upload profile picture. The picture was changed elsewhere.",
  );
  expect(mocks.refreshPhoto).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Retry" })).toBeDefined();
});

test("sends the selected crop, or else the centre of the image", async () => {
  open();
  await choose();
  await sending();
  expect(mocks.cut).toHaveBeenLastCalledWith(picture, "the middle");
  cleanup();
  mocks.sendPicture.mockReset();
  open();
  await choose();
  press("Move the picture");
  await sending();
  expect(mocks.cut).toHaveBeenLastCalledWith(picture, { x: 1, y: 2, width: 3, height: 3 });
});

test("an error is shown once, and closing the dialog cancels the upload", async () => {
  open();
  await choose();
  const sent = await sending();
  await act(async () => sent.fail(new Error("Failed to upload profile picture")));
  expect(screen.getByRole("alert").textContent).toBe("Failed to upload profile picture");
  cleanup();
  mocks.sendPicture.mockReset();
  open();
  await choose();
  const { signal } = await sending();
  expect(signal).toHaveProperty("aborted", false);
  cleanup();
  expect(signal).toHaveProperty("aborted", true);
  expect(mocks.closePicture).toHaveBeenLastCalledWith(picture);
});

test("a file that is not an image shows an error, which disappears with the next file", async () => {
  open();
  mocks.openPicture.mockRejectedValueOnce(new Error("Please select a valid image file"));
  drop();
  expect((await screen.findByRole("alert")).textContent).toBe("Please select a valid image file");
  expect(screen.queryByRole("button", { name: "Save photo" })).toBeNull();
  await choose();
  expect(screen.queryByRole("alert")).toBeNull();
  press("Choose another picture");
  expect(screen.getByLabelText("choose a picture", { selector: "input" })).toBeDefined();
});

test("only a student with a photo can remove it", async () => {
  const first = open();
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Remove photo" })).toBeNull();
  press("Cancel");
  expect(first.onClose).toHaveBeenCalledOnce();
  cleanup();
  const { onDone } = open({ profileImageUrl: "/a.jpg" });
  mocks.remove.mockRejectedValueOnce(unreachableProblem());
  press("Remove photo");
  expect((await screen.findByRole("alert")).textContent).toBe(
    `Failed to update profile: ${unreachableProblem().detail}`,
  );
  expect(onDone).not.toHaveBeenCalled();
  mocks.remove.mockResolvedValue({});
  press("Remove photo");
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith("Profile picture removed."));
  expect(mocks.remove).toHaveBeenLastCalledWith("/a.jpg", expect.anything());
});

test("offline, the dialog says that the photo cannot be changed", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open({ profileImageUrl: "/a.jpg" });
  expect(screen.getByText("You're offline. A photo can be changed when you're back online.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Remove photo" })).toHaveProperty("disabled", true);
  await choose();
  expect(screen.getByRole("button", { name: "Save photo" })).toHaveProperty("disabled", true);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("button", { name: "Save photo" })).toHaveProperty("disabled", false);
  expect(screen.queryByText(/^You're offline/)).toBeNull();
});

test("the message of a failed photo upload states the reason", async () => {
  open();
  await choose();
  const sent = await sending();
  await act(async () => sent.fail(new Error("The file is damaged.")));
  expect(screen.getByRole("alert").textContent).toBe("Failed to upload profile picture. The file is damaged.");
});

test("Escape closes the dialog", () => {
  const { onClose } = open();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});
