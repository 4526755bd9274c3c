import { cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "./confirm-dialog";
import { Dialog } from "./dialog";
import { keepFocus } from "./keep-focus";

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  cleanup();
  vi.restoreAllMocks();
});

/** List whose rows are removed at once, or after a confirmation. */
function Rows({ names, asks = false }: { names: readonly string[]; asks?: boolean }) {
  const [shown, setShown] = useState(names);
  const [asked, setAsked] = useState<string>();
  const remove = (name: string) => setShown((before) => before.filter((other) => other !== name));
  return (
    <main>
      <aside aria-label="Entries">
        <ul>
          {shown.map((name) => (
            <li key={name}>
              <button type="button">Open {name}</button>
              <button
                type="button"
                className="remove"
                aria-label={`Remove ${name}`}
                onClick={() => (asks ? setAsked(name) : remove(name))}
              />
            </li>
          ))}
        </ul>
      </aside>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title="Remove it?"
        confirmLabel="Remove"
        onConfirm={() => asked && remove(asked)}
      />
    </main>
  );
}

function press(name: string): void {
  const button = screen.getByRole("button", { name });
  button.focus();
  button.click();
}
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName;
const expectFocus = (name: string) => vi.waitFor(() => expect(focused()).toBe(name));

test("the focus moves to the same control of the next row when a row is removed, and of the previous one after the last", async () => {
  render(<Rows names={["A", "B", "C"]} />);
  press("Remove B");
  await expectFocus("Remove C");
  press("Remove C");
  await expectFocus("Remove A");
});

test("the focus moves to the panel when its only row is removed", async () => {
  render(<Rows names={["A"]} />);
  press("Remove A");
  await expectFocus("Entries");
});

test("the focus moves to the next row when a dialog opened by a row removes it", async () => {
  render(<Rows names={["A", "B"]} asks />);
  press("Remove A");
  await screen.findByRole("alertdialog");
  press("Remove");
  await expectFocus("Remove B");
});

test("the focus moves to the page when a dialog closes that was opened while no element had the focus", async () => {
  const view = (isOpen: boolean) => (
    <main aria-label="Page">
      <ConfirmDialog
        open={isOpen}
        onOpenChange={() => undefined}
        title="Leave?"
        confirmLabel="Yes"
        onConfirm={() => undefined}
      />
    </main>
  );
  const { rerender } = render(view(true));
  await screen.findByRole("alertdialog");
  rerender(view(false));
  await expectFocus("Page");
});

test("when a dialog closes, the focus moves to the element that the dialog requests, even if its opener still exists", async () => {
  const view = (isOpen: boolean) => (
    <main>
      <section tabIndex={-1} aria-label="Passage" id="passage" />
      <button type="button" aria-label="Make a card" />
      <Dialog
        open={isOpen}
        onOpenChange={() => undefined}
        title="Make a card"
        setReturnFocus={() => document.getElementById("passage")?.focus()}
      >
        <input aria-label="Front" />
      </Dialog>
    </main>
  );
  const { rerender } = render(view(false));
  screen.getByRole("button").focus();
  rerender(view(true));
  await expectFocus("Front");
  rerender(view(false));
  await expectFocus("Passage");
});

test("the focus moves to the section if a focused control is replaced", async () => {
  const { rerender } = render(
    <section aria-label="Save">
      <button type="button">Save</button>
    </section>,
  );
  screen.getByRole("button").focus();
  rerender(<section aria-label="Save">Saved</section>);
  await expectFocus("Save");
});

test("a busy button gets the focus back when it is enabled", async () => {
  const view = (isBusy: boolean) => (
    <main>
      <button type="button" aria-label="Send" disabled={isBusy} aria-busy={isBusy || undefined} />
    </main>
  );
  const { rerender } = render(view(false));
  const button = screen.getByRole("button");
  button.focus();
  rerender(view(true));
  // Browsers blur a disabled button; jsdom does not.
  vi.spyOn(document, "activeElement", "get").mockReturnValue(document.body);
  const focus = vi.spyOn(button, "focus");
  rerender(view(false));
  await vi.waitFor(() => expect(focus).toHaveBeenCalled());
});

test("a busy button does not get the focus back if the user has clicked elsewhere", async () => {
  const view = (isBusy: boolean) => (
    <main>
      <button type="button" aria-label="Send" disabled={isBusy} aria-busy={isBusy || undefined} />
    </main>
  );
  const { rerender } = render(view(false));
  const button = screen.getByRole("button");
  button.focus();
  rerender(view(true));
  // Browsers blur a disabled button; jsdom does not.
  vi.spyOn(document, "activeElement", "get").mockReturnValue(document.body);
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  const focus = vi.spyOn(button, "focus");
  rerender(view(false));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(focus).not.toHaveBeenCalled();
});

test("holding down Enter removes only one row", async () => {
  render(<Rows names={["A", "B", "C"]} />);
  press("Remove A");
  await expectFocus("Remove B");
  const enter = (repeat: boolean) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", repeat, bubbles: true, cancelable: true }),
    );
  expect(enter(true), "the button is not pressed").toBe(false);
  expect(enter(false)).toBe(true);
  expect(enter(true)).toBe(true);
});

test("the focus does not move if the user left the element before it was removed", async () => {
  const view = (names: readonly string[]) => (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <button type="button">{name}</button>
        </li>
      ))}
    </ul>
  );
  const { rerender } = render(view(["A", "B"]));
  const left = screen.getByRole("button", { name: "A" });
  left.focus();
  left.blur();
  await Promise.resolve();
  rerender(view(["B"]));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(document.activeElement).toBe(document.body);
});
