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
      />
    </MemoryRouter>,
  );
  return { onRemove, onRetryAll };
}

test("S4.up.1 running uploads have a progress bar, finished ones have none", () => {
  show(Object.keys(phases));
  const rows = within(screen.getByRole("list", { name: "Uploads" })).getAllByRole("listitem");
  const withBar = rows.flatMap((row) => within(row).queryByRole("progressbar")?.getAttribute("aria-label") ?? []);
  expect(withBar).toEqual(["waiting", "sending", "processing", "paused"].map((name) => `Upload of ${name}.pdf`));
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
