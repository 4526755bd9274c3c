import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import type { ContentEntry } from "@/data/admin/admin";
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
vi.mock("@/core/validation", () => ({ validateWithRules: async () => [] }));
vi.mock("@/ui/feedback/toast", () => ({ toast: () => undefined }));

const twin = { kind: "note", id: "n9", title: "The first of its kind", place: "CS246" };
const onClose = vi.fn();

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
