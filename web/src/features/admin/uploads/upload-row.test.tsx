import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Upload } from "@/data/uploads/uploads";
import { UploadRow } from "./upload-row";
import type { UploadState } from "./upload-state";

const { add, publishUpload, retryUpload } = vi.hoisted(() => ({
  add: vi.fn(),
  publishUpload: vi.fn(),
  retryUpload: vi.fn(),
}));
vi.mock("@/data/uploads/uploads", async (original) => ({
  ...(await original<object>()),
  publishUpload,
  retryUpload,
}));
vi.mock("@/data/query/cross-tab-invalidation", () => ({ invalidateInAllTabs: async () => undefined }));
vi.mock("@/parts/uploading/sending/resumed-uploads", () => ({ getResumedUploads: () => ({ add }) }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const upload = {
  id: "u",
  title: "Silence",
  fileName: "silence.wav",
  sizeBytes: 100,
  status: "waiting",
  canRetry: false,
  createdAt: "2026-01-01T00:00:00Z",
} as Upload;
const interrupted: UploadState = { title: "Interrupted", tone: "bad", isInterrupted: true };

function show(state: UploadState, more: Partial<Upload> = {}) {
  const queries = new QueryClient();
  const table = (now: UploadState, shown: Upload) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <table>
          <tbody>
            <UploadRow upload={shown} live={undefined} state={now} />
          </tbody>
        </table>
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(table(state, { ...upload, ...more }));
  return (now: UploadState) => rerender(table(now, upload));
}

test("S4.up.7 a row keeps the keyboard focus when the file of an interrupted upload is chosen again", () => {
  const change = show(interrupted);
  screen.getByRole("button", { name: "Choose file again: Silence" }).focus();
  const file = new File(["RIFF"], "silence.wav");
  fireEvent.change(screen.getByLabelText("silence.wav, to continue its upload"), { target: { files: [file] } });
  expect(add.mock.calls).toEqual([[[{ file, fields: undefined, id: "u" }]]]);
  change({ title: "Sending", tone: "busy" });
  expect(document.activeElement).toBe(screen.getByRole("row"));
});

test("S6.adm.36 a held file can be published from the list, which shows its report", async () => {
  publishUpload.mockResolvedValue(upload);
  const findings = [{ check: "title" as const, outcome: "problem" as const, count: 0 }];
  show({ title: "Not published", tone: "held" }, { status: "review", accessibility: { hasProblems: true, findings } });
  expect(screen.getByText("Accessibility: 1 problem")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Publish Silence" }));
  await vi.waitFor(() => expect(publishUpload).toHaveBeenCalledWith("u"));
  expect(document.activeElement).toBe(screen.getByRole("row"));
});

test("S6.adm.11 the row keeps the keyboard focus when its file is checked again", async () => {
  retryUpload.mockReturnValue(new Promise(() => undefined));
  show({ title: "Stuck", tone: "bad" }, { canRetry: true });
  const button = screen.getByRole("button", { name: "Retry Silence" });
  button.focus();
  fireEvent.click(button);
  await vi.waitFor(() => expect(retryUpload).toHaveBeenCalledOnce());
  expect(document.activeElement).toBe(screen.getByRole("row"));
});
