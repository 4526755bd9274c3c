import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { ContentEntry } from "@/data/admin/admin";
import type { uploadFile } from "@/parts/uploading/sending/upload-file";
import { ReplaceDialog } from "./replace-dialog";

const upload = vi.hoisted(() => vi.fn());
vi.mock("@/parts/uploading/sending/upload-file", () => ({ uploadFile: upload }));
vi.mock("@/data/admin/admin", () => ({
  createReplacementUpload: vi.fn(),
  useRefreshContent: () => async () => undefined,
}));
vi.mock("@/core/rules", () => ({ validateWithRules: async () => [] }));
vi.mock("@/ui/feedback/toast", () => ({ toast: () => undefined }));

const twin = { kind: "note", id: "n9", title: "The first of its kind", place: "CS246" };
const onClose = vi.fn();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function show(kind: ContentEntry["kind"]): void {
  const entry = { kind, id: "n1", title: "Limits", fileName: "limits.pdf" } as ContentEntry;
  render(
    <MemoryRouter>
      <ReplaceDialog entry={entry} onClose={onClose} />
    </MemoryRouter>,
  );
}

test("S4.up.3 a replacement file that another note uses shows the duplicate warning, and can be reused", async () => {
  upload.mockImplementation(async (...[, , kind, , , options]: Parameters<typeof uploadFile>) => {
    expect(kind.recognises).toBe(true);
    return await options?.onKnown?.([twin as never]);
  });
  show("note");
  const input = document.querySelector("input[type=file]") as HTMLInputElement;
  await act(async () => {
    fireEvent.change(input, { target: { files: [new File(["%PDF"], "same.pdf", { type: "application/pdf" })] } });
  });
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
