import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { pendingDiscardPrompt, useUnsavedChanges } from "@/lib/browser/unsaved";
import { CancelButton, Dialog } from "./dialog";

afterEach(cleanup);

function Field() {
  const [text, setText] = useState("");
  useUnsavedChanges(text !== "");
  return <input aria-label="First" value={text} onChange={(event) => setText(event.target.value)} />;
}

/** Button that opens a dialog with two fields. Text in the first one is unsaved input. */
function Opening({ startsAtSecond = false }: { startsAtSecond?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const second = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="New name"
        description="At most 60 characters."
        initialFocus={startsAtSecond ? second : undefined}
        actions={<CancelButton />}
      >
        <Field />
        <input aria-label="Second" ref={second} />
      </Dialog>
    </>
  );
}

const dialog = () => screen.queryByRole("dialog");
function open(element: React.ReactElement): HTMLElement {
  render(element);
  const opener = screen.getByRole("button", { name: "Rename" });
  expect(dialog()).toBeNull();
  opener.focus();
  fireEvent.click(opener);
  return opener;
}

test("a dialog has its title and description, and closing it returns the focus to the opener", async () => {
  const opener = open(<Opening />);
  expect(screen.getByRole("dialog", { name: "New name", description: "At most 60 characters." })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("First"));
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(dialog()).toBeNull());
  await vi.waitFor(() => expect(document.activeElement).toBe(opener));
});

test("a dialog focuses the requested element on opening", () => {
  open(<Opening startsAtSecond />);
  expect(document.activeElement).toBe(screen.getByLabelText("Second"));
});

test("a dialog focuses a field with data-autofocus on opening, although a button comes before it", () => {
  render(
    <Dialog open onOpenChange={() => undefined} title="Card">
      <button type="button">Make a gap</button>
      <input data-autofocus aria-label="Front" />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText("Front"));
});

test("Escape closes a dialog", async () => {
  open(<Opening />);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await vi.waitFor(() => expect(dialog()).toBeNull());
});

test("closing a dialog with unsaved input waits for a confirmation", async () => {
  open(<Opening />);
  fireEvent.change(screen.getByLabelText("First"), { target: { value: "Finals" } });
  const answers = [false, true];
  for (const mayBeLost of answers) {
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(dialog()).not.toBeNull();
    await act(async () => pendingDiscardPrompt.get()?.answer(mayBeLost));
    expect(dialog() === null).toBe(mayBeLost);
  }
});
