import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Playlist } from "@/api/models";
import { createCoverUpload } from "@/data/uploads/uploads";
import { uploadPicture } from "@/parts/uploading/sending/picture";
import { CoverDialog } from "./cover-dialog";

const validateImageFile = vi.hoisted(() => vi.fn());
const toast = vi.hoisted(() => vi.fn());
vi.mock("@/core/wasm", () => ({ loadRules: async () => ({ validateImageFile }) }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/data/uploads/uploads", () => ({ createCoverUpload: vi.fn() }));
vi.mock("@/parts/uploading/sending/picture", async (original) => ({
  ...(await original<object>()),
  uploadPicture: vi.fn(),
}));

const onClose = vi.fn();
const onRemove = vi.fn();
const picture = new File(["GIF89a"], "owl.gif", { type: "image/gif" });
const createObjectURL = vi.fn((_file: Blob) => "blob:owl");
const revokeObjectURL = vi.fn();

type Sending = Parameters<typeof uploadPicture>;
let sending: { create: Sending[0]; file: File; signal: AbortSignal; report: (part: number | undefined) => void };
let arrive: () => void;
let fail: (error: Error) => void;

beforeEach(() => {
  vi.clearAllMocks();
  validateImageFile.mockReturnValue([]);
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  vi.mocked(uploadPicture).mockImplementation((create, file, signal, report = () => undefined) => {
    sending = { create, file, signal, report };
    return new Promise((resolve, reject) => {
      arrive = () => resolve("c1");
      fail = reject;
    });
  });
});
afterEach(cleanup);

function show(playlist: Partial<Playlist> = {}) {
  const shown = { id: "p1", name: "Finals", mosaic: [], ...playlist } as unknown as Playlist;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <CoverDialog playlist={shown} onClose={onClose} onRemove={onRemove} />
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const pick = (file: File) =>
  fireEvent.change(screen.getByLabelText("choose a picture", { selector: "input" }), { target: { files: [file] } });

async function pickAndSend() {
  pick(picture);
  await screen.findByAltText("New cover: owl.gif");
  fireEvent.click(button("Use this picture"));
}

test("a chosen image is previewed before upload, and nothing can be sent without one", async () => {
  show();
  expect(button("Use this picture").disabled).toBe(true);
  pick(picture);
  const preview = await screen.findByAltText("New cover: owl.gif");
  expect(preview.getAttribute("src")).toBe("blob:owl");
  expect(validateImageFile.mock.calls).toEqual([["owl.gif", "image/gif", picture.size]]);
  expect(button("Use this picture").disabled).toBe(false);
  expect(uploadPicture).not.toHaveBeenCalled();
});

test("a cover upload shows its steps and progress", async () => {
  show();
  await pickAndSend();
  expect(screen.getByRole("status").textContent).toBe("Checking the picture...");
  const bar = screen.getByRole("progressbar", { name: "Upload of the cover" });
  expect(bar.getAttribute("aria-valuenow")).toBeNull();
  act(() => sending.report(0.256));
  expect(screen.getByRole("status").textContent).toBe("26%");
  expect(bar.getAttribute("aria-valuenow")).toBe("26");
  act(() => sending.report(undefined));
  expect(screen.getByRole("status").textContent).toBe("Checking the picture...");
  expect(sending.file).toBe(picture);
  const body = { fileName: "owl.gif", contentType: "image/gif", sizeBytes: 6, sha256: "" };
  void sending.create(body, sending.signal);
  expect(createCoverUpload).toHaveBeenCalledExactlyOnceWith("p1", { ...body, replaces: "" }, sending.signal);
  // No other image can be chosen during the upload.
  expect(screen.queryByRole("button", { name: "choose a picture" })).toBeNull();
  expect(button("Uploading...")).toBeDefined();
});

test("an uploaded cover is announced, and the dialog closes", async () => {
  show();
  await pickAndSend();
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => arrive());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(toast.mock.calls).toEqual([["Cover changed"]]);
});

test("a failed cover upload shows the reason, keeps the image and offers a retry", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  show();
  await pickAndSend();
  await act(async () => fail(new Error("The picture is damaged.")));
  expect(await screen.findByText("Failed to upload image. The picture is damaged.")).toBeDefined();
  expect(screen.getByAltText("New cover: owl.gif")).toBeDefined();
  expect(warn).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(button("Retry"));
  expect(screen.getByRole("status").textContent).toBe("Checking the picture...");
  expect(screen.queryByText(/^Failed to upload image/)).toBeNull();
  expect(uploadPicture).toHaveBeenCalledTimes(2);
});

test("an invalid cover file shows an error in its place and cannot be sent", async () => {
  validateImageFile.mockReturnValue([{ field: "sizeBytes", code: "too_large", message: "Choose a smaller picture." }]);
  show();
  pick(picture);
  expect(await screen.findByText("Choose a smaller picture.")).toBeDefined();
  expect(button("Use this picture").disabled).toBe(true);
  expect(createObjectURL).not.toHaveBeenCalled();
  // A valid image clears the error.
  validateImageFile.mockReturnValue([]);
  pick(picture);
  await screen.findByAltText("New cover: owl.gif");
  expect(screen.queryByText("Choose a smaller picture.")).toBeNull();
});

test("an image that the browser cannot read is not sent", async () => {
  show();
  pick(picture);
  fireEvent.error(await screen.findByAltText("New cover: owl.gif"));
  expect(screen.getByText("This picture cannot be read. Choose another one.")).toBeDefined();
  expect(button("Use this picture").disabled).toBe(true);
  expect(revokeObjectURL.mock.calls).toEqual([["blob:owl"]]);
});

test("a cover can be removed, unless another image is chosen or there is none", async () => {
  const { unmount } = show();
  expect(screen.getByRole("dialog", { name: "Change cover" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Remove cover" })).toBeNull();
  unmount();
  show({ coverUrl: "/api/covers/p1/c" });
  fireEvent.click(button("Remove cover"));
  expect(onRemove).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
  pick(picture);
  await screen.findByAltText("New cover: owl.gif");
  expect(screen.queryByRole("button", { name: "Remove cover" })).toBeNull();
});

test("an image can be chosen offline, and is sent when the network is back", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  show();
  pick(picture);
  await screen.findByAltText("New cover: owl.gif");
  const words = "You're offline. A picture can be sent when you're back online.";
  expect(screen.getByText(words)).toBeDefined();
  expect(button("Use this picture").disabled).toBe(true);
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(button("Use this picture").disabled).toBe(false);
  expect(screen.queryByText(words)).toBeNull();
});

test("closing the dialog cancels the upload without an error message", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  const { unmount } = show();
  await pickAndSend();
  fireEvent.click(button("Cancel"));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(sending.signal.aborted).toBe(false);
  unmount();
  expect(sending.signal.aborted).toBe(true);
  await act(async () => fail(new Error("aborted")));
  expect(warn).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});
