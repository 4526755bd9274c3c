import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { TRANSCRIPT_MAX_BYTES } from "@/core/limits";
import { toast } from "@/ui/feedback/toast";
import { TextFileDialog } from "./text-file-dialog";

vi.mock("@/ui/feedback/toast", () => ({ toast: vi.fn() }));
const calls = { put: vi.fn(), remove: vi.fn(), onClose: vi.fn() };

beforeEach(() => {
  vi.mocked(toast).mockReset();
  for (const each of Object.values(calls)) each.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

function show(hasText = true) {
  render(
    <TextFileDialog
      title="Chapters of “Owls”"
      description="A WebVTT or SRT file."
      accept=".vtt"
      what="Chapters"
      {...calls}
      remove={hasText ? calls.remove : undefined}
    >
      <p>Now 3 chapters</p>
    </TextFileDialog>,
  );
}
function choose(size = 10) {
  const file = new File(["x"], "owls.vtt");
  Object.defineProperty(file, "size", { value: size });
  const input = document.querySelector("input[type=file]") ?? document.body;
  fireEvent.change(input, { target: { files: [file] } });
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("S3.transcript.1 a chosen file is sent, and the dialog closes when the file is stored", async () => {
  let store: (value?: unknown) => void = () => undefined;
  calls.put.mockReturnValue(new Promise((resolve) => (store = resolve)));
  show();
  choose();
  expect(screen.getByRole("status").textContent).toBe("Reading the file...");
  expect([button("Close").disabled, button("Remove the chapters").disabled]).toEqual([true, true]);
  expect(calls.put.mock.calls[0]?.[0]).toMatchObject({ name: "owls.vtt" });
  store();
  await vi.waitFor(() => expect(calls.onClose).toHaveBeenCalledOnce());
  expect(toast).toHaveBeenCalledWith("Chapters saved.");
});

test("S3.transcript.1 a rejected file shows the reason, and another one can be sent", async () => {
  calls.put.mockRejectedValueOnce(unreachableProblem());
  show();
  choose();
  expect(await screen.findByRole("alert")).toBeDefined();
  expect(screen.getByRole("alert").textContent).toMatch(/^Could not reach Note Ninja/);
  expect([calls.onClose.mock.calls.length, button("Close").disabled]).toEqual([0, false]);
  choose();
  expect(screen.queryByRole("alert")).toBeNull();
  await vi.waitFor(() => expect(calls.onClose).toHaveBeenCalledOnce());
});

test("S3.transcript.1 a file above the limit is not sent", async () => {
  show();
  choose(TRANSCRIPT_MAX_BYTES + 1);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^“owls.vtt” is too large\. The limit is /);
  expect(calls.put).not.toHaveBeenCalled();
});

test("S3.transcript.1 an existing text can be removed", async () => {
  show();
  fireEvent.click(button("Remove the chapters"));
  // No file is being read.
  expect(screen.queryByRole("status")).toBeNull();
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith("Chapters removed."));
  expect(calls.onClose).toHaveBeenCalledOnce();
  cleanup();
  show(false);
  expect(screen.queryByRole("button", { name: "Remove the chapters" })).toBeNull();
});
