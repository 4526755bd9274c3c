import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { UploadItem, UploadPhase } from "./sending/queue";
import { UploadList } from "./upload-list";

vi.mock("./duplicate-file", () => ({ DuplicateFile: () => null, newestDuplicate: () => undefined }));
vi.mock("./suggested-title", () => ({ SuggestedTitle: () => null }));

afterEach(cleanup);

const phases: Record<string, UploadPhase> = {
  waiting: { kind: "waiting" },
  sending: { kind: "sending", sentBytes: 40, bytesPerSec: 10 },
  processing: { kind: "processing" },
  ready: { kind: "ready", resultId: "n1" },
  failed: { kind: "failed", sentBytes: 0, reason: "This is not a PDF file.", retry: "none" },
  broken: { kind: "failed", sentBytes: 0, reason: "The file store refused the file.", retry: "send" },
  lost: { kind: "failed", sentBytes: 0, reason: "The file store refused the file.", retry: "send" },
  paused: { kind: "paused", sentBytes: 40 },
  held: {
    kind: "review",
    report: { hasProblems: true, findings: [{ check: "language", outcome: "problem", count: 0 }] },
  },
  unread: { kind: "review", report: undefined },
  covered: { kind: "review", report: undefined, hasFollowUp: true },
};
const item = (name: string): UploadItem => ({
  id: name,
  attempt: 1,
  fileName: `${name}.pdf`,
  sizeBytes: 100,
  fields: {},
  phase: phases[name] ?? { kind: "waiting" },
});

function show(names: readonly string[], isPaused = false) {
  const onRemove = vi.fn();
  const onRetryAll = vi.fn();
  const onPublish = vi.fn();
  const texts = { done: "Uploaded.", failed: "Not uploaded." };
  render(
    <MemoryRouter>
      <UploadList
        queue={names.map(item)}
        texts={texts as never}
        icon={null}
        contentKind="note"
        onRemove={onRemove}
        onRetry={() => undefined}
        isPaused={isPaused}
        onRetryAll={onRetryAll}
        onLink={() => undefined}
        onPublish={onPublish}
      />
    </MemoryRouter>,
  );
  return { onRemove, onRetryAll, onPublish };
}

test("S4.up.1 running uploads have a progress bar, finished ones have none", () => {
  show(Object.keys(phases));
  const rows = within(screen.getByRole("list", { name: "Uploads" })).getAllByRole("listitem");
  const withBar = rows.flatMap((row) => within(row).queryByRole("progressbar")?.getAttribute("aria-label") ?? []);
  expect(withBar).toEqual(["waiting", "sending", "processing", "paused"].map((name) => `Upload of ${name}.pdf`));
});

test("S6.adm.36 a held file shows its findings and is published on request", () => {
  const { onPublish } = show(["held", "unread"]);
  const findings = within(screen.getByRole("list", { name: "Accessibility findings" }));
  expect(findings.getByRole("listitem").textContent).toContain("does not name its language");
  expect(screen.getByText("The accessibility of this file could not be checked.")).toBeDefined();
  const button = screen.getByRole("button", { name: "Publish held.pdf" });
  button.focus();
  fireEvent.click(button);
  expect(onPublish.mock.calls).toEqual([["held"]]);
  expect(document.activeElement).toBe(button.closest("li.upload"));
});

test("S6.adm.36 a held file whose image is not yet sent says that the page must stay open", () => {
  show(["held"]);
  expect(screen.queryByText(/Keep this page open/)).toBeNull();
  cleanup();
  show(["covered"]);
  expect(screen.getByText(/Keep this page open until the note's picture has been sent/)).toBeDefined();
});

test("S4.up.1 Cancel all keeps finished uploads in the list", () => {
  const { onRemove } = show(["ready", "sending", "waiting"]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel all" }));
  expect(onRemove.mock.calls.flat()).toEqual(["sending", "waiting"]);
});

test.each([
  ["two failed uploads can be retried", ["broken", "lost"], false, 1],
  ["only one failed upload can be retried", ["broken", "failed"], false, 0],
  ["uploads are paused", ["paused", "waiting"], true, 1],
  ["uploads elsewhere are paused", ["ready"], true, 0],
])("S4.up.6 number of Retry all buttons when %s: %s", (_, names, isPaused, count) => {
  const { onRetryAll } = show(names, isPaused);
  const buttons = screen.queryAllByRole("button", { name: "Retry all" });
  expect(buttons).toHaveLength(count);
  for (const button of buttons) fireEvent.click(button);
  expect(onRetryAll).toHaveBeenCalledTimes(count);
});
