import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "../testing";
import { ConfirmDialog } from "./confirm-dialog";
import { Popover } from "./popover";
import { Tooltip } from "./tooltip";

beforeEach(stubResizeObserver);
afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name, hidden: true });

test("a popover opens from its button, tells so, and Escape closes it and returns the focus", async () => {
  const onOpenChange = vi.fn();
  render(
    <Popover label="Settings" trigger={<button type="button">Open</button>} onOpenChange={onOpenChange}>
      <button type="button">Inside</button>
    </Popover>,
  );
  expect(screen.queryByRole("dialog")).toBeNull();
  button("Open").focus();
  await act(async () => fireEvent.click(button("Open")));
  expect(screen.getByRole("dialog", { name: "Settings" }).contains(document.activeElement)).toBe(true);
  await act(async () => fireEvent.keyDown(button("Inside"), { key: "Escape" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(button("Open")));
  expect(onOpenChange.mock.calls).toEqual([[true], [false]]);
});

test("the owner of a popover decides whether it is open", async () => {
  const onOpenChange = vi.fn();
  const show = (open: boolean) => (
    <Popover label="Settings" open={open} onOpenChange={onOpenChange} trigger={<button type="button">Open</button>}>
      <p>Inside</p>
    </Popover>
  );
  const { rerender } = render(show(false));
  fireEvent.click(button("Open"));
  expect(onOpenChange).toHaveBeenCalledWith(true);
  expect(screen.queryByText("Inside")).toBeNull();
  rerender(show(true));
  expect(screen.getByText("Inside")).toBeDefined();
});

test("a tooltip appears when its control has the focus", async () => {
  render(
    <Tooltip text="Plays the next one">
      <button type="button">Next</button>
    </Tooltip>,
  );
  expect(screen.queryByRole("tooltip")).toBeNull();
  await act(async () => button("Next").focus());
  expect(screen.getByRole("tooltip").textContent).toBe("Plays the next one");
});

async function showDialog(props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) {
  const onOpenChange = vi.fn();
  await act(async () =>
    render(
      <ConfirmDialog
        open
        title="Delete it?"
        body="It is gone then."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={vi.fn()}
        onOpenChange={onOpenChange}
        {...props}
      />,
    ),
  );
  return onOpenChange;
}

test("a confirmation names its question, and Cancel has the focus and closes it", async () => {
  const onConfirm = vi.fn();
  const onOpenChange = await showDialog({ onConfirm });
  const dialog = screen.getByRole("alertdialog", { name: "Delete it?" });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe("It is gone then.");
  expect(document.activeElement).toBe(button("Cancel"));
  fireEvent.click(button("Cancel"));
  expect(onOpenChange.mock.calls).toEqual([[false]]);
  expect(onConfirm).not.toHaveBeenCalled();
});

test("a confirmation stays busy and open until it is done", async () => {
  let finish: () => void = () => undefined;
  const onConfirm = () => new Promise<void>((resolve) => (finish = resolve));
  const onOpenChange = await showDialog({ onConfirm });
  fireEvent.click(button("Delete"));
  expect(button("Cancel").disabled).toBe(true);
  expect(screen.getByText("Deleting...")).toBeDefined();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  expect(onOpenChange).not.toHaveBeenCalled();
  await act(async () => finish());
  expect(onOpenChange.mock.calls).toEqual([[false]]);
  expect(button("Cancel").disabled).toBe(false);
});

test("a confirmation that fails stays open for another attempt", async () => {
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error("Not now."));
  const onOpenChange = await showDialog({ onConfirm, cancelLabel: "Keep" });
  await act(async () => fireEvent.click(button("Delete")));
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(button("Keep").disabled).toBe(false);
  await act(async () => fireEvent.click(button("Delete")));
  expect(onOpenChange.mock.calls).toEqual([[false]]);
});

test.each([
  [true, "danger"],
  [false, "primary"],
])("a confirmation whose danger is %s has a button of the kind %s", async (danger, kind) => {
  await showDialog({ danger });
  expect(button("Delete").className).toContain(kind);
});
