import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { uploadFile } from "@/parts/uploading/sending/upload-file";
import { ReplaceDialog } from "./replace-dialog";

const upload = vi.hoisted(() => vi.fn());
const admin = vi.hoisted(() => ({ detail: vi.fn(), create: vi.fn() }));
vi.mock("@/parts/uploading/sending/upload-file", () => ({ uploadFile: upload }));
vi.mock("@/data/admin/admin", () => ({
  contentDetailQuery: () => ({ queryKey: ["detail"], queryFn: () => admin.detail(), retry: false }),
  createReplacementUpload: admin.create,
  useRefreshContent: () => async () => undefined,
}));
const rules = vi.hoisted(() => ({ validateAudioFile: vi.fn(), validateNoteFile: vi.fn() }));
vi.mock("@/core/validation", () => ({
  validateWithRules: async (check: (core: typeof rules) => unknown) => check(rules),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: () => undefined }));

const twin = { kind: "note", id: "n9", title: "The first of its kind", place: "CS246" };
const onClose = vi.fn();

beforeEach(() => {
  rules.validateAudioFile.mockReturnValue([]);
  rules.validateNoteFile.mockReturnValue([]);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function show(kind: ContentEntry["kind"]): void {
  const entry = { kind, id: "n1", title: "Limits", fileName: "limits.pdf" } as ContentEntry;
  admin.detail.mockResolvedValue({ ...entry, version: 3 });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ReplaceDialog entry={entry} onClose={onClose} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** Chooses a PDF once the dialog has loaded the item. */
async function choose(): Promise<void> {
  const input = await vi.waitFor(() => {
    const found = document.querySelector("input[type=file]");
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });
  await act(async () => {
    fireEvent.change(input, { target: { files: [new File(["%PDF"], "same.pdf", { type: "application/pdf" })] } });
  });
}

test("S6.adm.7 replacing a file sends the version that was shown when the dialog opened", async () => {
  upload.mockImplementation(async (...[, , kind, , signal]: Parameters<typeof uploadFile>) =>
    kind.create({ fileName: "same.pdf" } as never, undefined, signal),
  );
  show("note");
  await choose();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(admin.create.mock.calls[0]?.[1]).toEqual({ fileName: "same.pdf", version: 3 });
});

test("S6.adm.7 a rejected second replacement shows the name of the new file, and replaces it after a confirmation", async () => {
  upload.mockImplementation(async (...[, , kind, , signal]: Parameters<typeof uploadFile>) =>
    kind.create({ fileName: "same.pdf" } as never, undefined, signal),
  );
  admin.create.mockRejectedValueOnce(new ApiProblem({ code: "conflict", status: 409, detail: "" }));
  show("note");
  admin.detail.mockResolvedValue({ kind: "note", id: "n1", title: "Limits", fileName: "theirs.pdf", version: 4 });
  await choose();
  expect((await screen.findByRole("alert")).textContent).toContain("Its file is now “theirs.pdf”.");
  expect(screen.getByRole("dialog").textContent).toContain("“theirs.pdf” goes to the trash for 30 days.");
  fireEvent.click(screen.getByRole("button", { name: "Replace anyway" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(admin.create.mock.calls.map(([, body]) => body.version)).toEqual([3, 4]);
});

test("S4.up.3 a replacement file that another note uses shows the duplicate warning, and can be reused", async () => {
  upload.mockImplementation(async (...[, , kind, , , options]: Parameters<typeof uploadFile>) => {
    expect(kind.detectsDuplicates).toBe(true);
    return await options?.onKnown?.([twin as never]);
  });
  show("note");
  await choose();
  expect((await screen.findByRole("alert")).textContent).toContain(
    "The first of its kind in CS 246 already has this file",
  );
  expect(onClose).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Use that file" }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(await upload.mock.results[0]?.value).toBe(twin);
});

test("S6.adm.7 the dialog of a recording mentions playlists, not My Notes", () => {
  show("audio");
  const text = screen.getByRole("dialog").textContent;
  expect(text).toContain("places in playlists stay");
  expect(text).not.toContain("My Notes");
});

test("S6.adm.7 the dialog of a note names the file and what stays, and Cancel stops the upload", async () => {
  let stopped: AbortSignal | undefined;
  upload.mockImplementation((...[, , , , signal]: Parameters<typeof uploadFile>) => {
    stopped = signal;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  show("note");
  expect(screen.getByRole("dialog", { name: "Replace the file of “Limits”" }).textContent).toContain(
    "Likes, links and places in My Notes stay. “limits.pdf” goes to the trash for 30 days.",
  );
  await choose();
  expect(screen.getByRole("progressbar", { name: "Upload of same.pdf" }).getAttribute("aria-valuenow")).toBe("0");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  cleanup();
  expect([stopped?.aborted, stopped?.reason]).toEqual([true, new Error("closed")]);
});

test("S6.adm.7 a file is chosen by its kind", async () => {
  show("note");
  await vi.waitFor(() =>
    expect(document.querySelector("input[type=file]")?.getAttribute("accept")).toBe("application/pdf,.pdf"),
  );
  expect(screen.getByRole("dialog").textContent).toContain("Drop a PDF here or");
  cleanup();
  show("audio");
  await vi.waitFor(() =>
    expect(document.querySelector("input[type=file]")?.getAttribute("accept")).toBe(
      "audio/*,.mp3,.m4a,.aac,.ogg,.oga,.opus,.wav,.flac",
    ),
  );
  expect(screen.getByRole("dialog").textContent).toContain("Drop an audio file here or");
});

test("S4.up.3 after the choice of a duplicate, the dialog shows the progress instead of the warning", async () => {
  upload.mockImplementation(async (...[, , , , , options]: Parameters<typeof uploadFile>) => {
    await options?.onKnown?.([twin as never]);
    return new Promise(() => undefined);
  });
  show("note");
  await choose();
  expect(screen.queryByRole("progressbar")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Use that file" }));
  expect(await screen.findByRole("progressbar", { name: "Upload of same.pdf" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Use that file" })).toBeNull();
});

test.each([
  ["note", rules.validateNoteFile],
  ["audio", rules.validateAudioFile],
] as const)(
  "S6.adm.7 a %s file that breaks a rule is not sent, and a later choice clears the message",
  async (kind, rule) => {
    upload.mockReturnValue(new Promise(() => undefined));
    rule.mockReturnValueOnce([{ field: "file", code: "type", message: "Choose another file." }]);
    show(kind);
    await choose();
    expect((await screen.findByRole("alert")).textContent).toBe("Choose another file.");
    expect(rule.mock.calls[0]).toEqual(["same.pdf", "application/pdf", 4]);
    expect(upload).not.toHaveBeenCalled();
    await choose();
    expect(await screen.findByRole("progressbar")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test("S6.adm.7 the dialog shows the progress, the pauses and the check of the upload", async () => {
  let tell: { progress: (value: number | undefined) => void; paused: (is: boolean) => void } | undefined;
  upload.mockImplementation((...[, , , progress, , options]: Parameters<typeof uploadFile>) => {
    tell = { progress, paused: (is) => options?.onPaused?.(is) };
    return new Promise(() => undefined);
  });
  show("note");
  await choose();
  const status = () => screen.getByRole("status").textContent;
  const bar = () => screen.getByRole("progressbar").getAttribute("aria-valuenow");
  expect(status()).toContain("same.pdf · 4 bytes");
  act(() => tell?.progress(0.5));
  expect(bar()).toBe("50");
  expect(status()).not.toContain("Processing");
  act(() => tell?.paused(true));
  expect(status()).toContain("Paused: can't reach Note Ninja. It continues when the connection is back.");
  act(() => tell?.paused(false));
  expect(status()).not.toContain("Paused");
  act(() => tell?.progress(undefined));
  expect(status()).toContain("Processing: the server is checking the file");
});

test("S6.adm.7 a failed upload is retried under the same id, and a rejected file as a new upload", async () => {
  upload
    .mockRejectedValueOnce(new UploadError("The connection broke.", "send"))
    .mockRejectedValueOnce(new UploadError("The file is damaged.", "restart"))
    .mockRejectedValueOnce(new UploadError("It was cancelled.", "none"));
  show("note");
  await choose();
  expect((await screen.findByRole("alert")).textContent).toContain("The file was not replaced. The connection broke.");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/The file is damaged\./)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/It was cancelled\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  const [first, second, third] = upload.mock.calls.map(([, , , , , options]) => options.upload);
  expect([first.attempt, second, third.attempt]).toEqual([1, { id: first.id, attempt: 2 }, 1]);
  expect(third.id).not.toBe(first.id);
  expect(onClose).not.toHaveBeenCalled();
});

test("S6.adm.7 an unexpected error is logged, and the upload can be retried", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  upload.mockRejectedValueOnce(new TypeError("broken"));
  show("note");
  await choose();
  expect((await screen.findByRole("alert")).textContent).toContain("Press Retry to send it again.");
  expect(logged).toHaveBeenCalledTimes(1);
  upload.mockResolvedValueOnce("n1");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test("Escape closes the dialog for a replacement", () => {
  show("note");
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});
