import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { toast } from "@/ui/feedback/toast";
import { DeleteDialog } from "./delete-dialog";

vi.mock("@/ui/feedback/toast", () => ({ toast: vi.fn() }));
const calls = { remove: vi.fn(), restore: vi.fn(), onOpenChange: vi.fn() };

beforeEach(() => {
  vi.mocked(toast).mockReset();
  for (const each of Object.values(calls)) each.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanup);

function show(kind: "note" | "audio note", hasRestore = true) {
  render(
    <DeleteDialog
      kind={kind}
      title="Heaps"
      isOpen
      {...calls}
      restore={hasRestore ? calls.restore : undefined}
      failed={() => "Failed to delete note."}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
}
const lastToast = () => vi.mocked(toast).mock.lastCall ?? [];
/** Presses the button of the last toast. */
const pressAction = () => {
  const [, options] = lastToast();
  const action = options?.action as { onClick: () => void };
  action.onClick();
};

test("S2.notes.8 a note is deleted after a question that names it, and can be restored", async () => {
  show("note");
  expect(screen.getByText("Are you sure you want to delete this note?")).toBeDefined();
  expect(screen.getByText("“Heaps” will move to the trash. You can restore it for 30 days.")).toBeDefined();
  await vi.waitFor(() => expect(lastToast()[0]).toBe("Note deleted."));
  expect(calls.onOpenChange).toHaveBeenCalledWith(false);
  pressAction();
  await vi.waitFor(() => expect(lastToast()[0]).toBe("The note was restored."));
  expect(calls.restore).toHaveBeenCalledOnce();
});

test("S8.del.2 a failed deletion keeps the dialog open and says so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  calls.remove.mockRejectedValue(unreachableProblem());
  show("note");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith("Failed to delete note.", { kind: "error" }));
  expect(await screen.findByRole("button", { name: "Delete" })).toBeDefined();
  expect(calls.onOpenChange).not.toHaveBeenCalled();
});

test("a failed restoration says why and can be repeated", async () => {
  show("audio note");
  await vi.waitFor(() => expect(lastToast()[0]).toBe("Audio note deleted."));
  calls.restore.mockRejectedValueOnce(unreachableProblem());
  pressAction();
  await vi.waitFor(() => expect(lastToast()[0]).toMatch(/^The audio note could not be restored\. Could not reach/));
  expect(lastToast()[1]).toMatchObject({ kind: "error", action: { label: "Retry" } });
  pressAction();
  await vi.waitFor(() => expect(lastToast()[0]).toBe("The audio note was restored."));
});

test("the toast offers no undo for an item that cannot be restored", async () => {
  show("note", false);
  await vi.waitFor(() => expect(toast).toHaveBeenCalledWith("Note deleted.", {}));
});
