import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Combobox, ComboboxInput, ComboboxListbox, ComboboxOption } from "./combobox";

afterEach(cleanup);

function show(active: number, more: { includesInput?: boolean; hidden?: boolean } = {}) {
  const calls = { onText: vi.fn(), onActive: vi.fn(), onChoose: vi.fn(), onCapture: vi.fn(), onKey: vi.fn() };
  render(
    <Combobox
      text="he"
      onText={calls.onText}
      isOpen={!more.hidden}
      active={active}
      onActive={calls.onActive}
      includesInput={more.includesInput ?? true}
    >
      <ComboboxInput label="Search" placeholder="Courses" onKeyDownCapture={calls.onCapture} onKeyDown={calls.onKey} />
      <ComboboxListbox label="Results" {...(more.hidden && { hidden: true })}>
        {["Heaps", "Hashes"].map((name, index) => (
          <ComboboxOption key={name} index={index} onChoose={() => calls.onChoose(name)}>
            {name}
          </ComboboxOption>
        ))}
      </ComboboxListbox>
    </Combobox>,
  );
  return calls;
}
const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Search" });
const options = () => screen.getAllByRole("option");
const key = (name: string, more: object = {}) => act(async () => void fireEvent.keyDown(box(), { key: name, ...more }));

test("the text box has its text, reports typing and names the active option", () => {
  const { onText } = show(1);
  expect([box().value, box().placeholder, box().type]).toEqual(["he", "Courses", "text"]);
  expect([box().getAttribute("spellcheck"), box().getAttribute("autocapitalize")]).toEqual(["false", "none"]);
  fireEvent.change(box(), { target: { value: "hea" } });
  expect(onText).toHaveBeenCalledWith("hea");
  expect(options().map((option) => option.getAttribute("aria-selected"))).toEqual(["false", "true"]);
  expect(new Set(options().map(({ id }) => id)).size).toBe(2);
});

test("a press chooses an option and keeps the focus in the text box", () => {
  const { onChoose, onText } = show(-1);
  expect(fireEvent.mouseDown(options()[1] as HTMLElement)).toBe(false);
  fireEvent.click(options()[1] as HTMLElement);
  expect(onChoose.mock.calls).toEqual([["Hashes"]]);
  expect(onText).not.toHaveBeenCalled();
});

test("arrow keys move to the next option", async () => {
  const { onActive } = show(0);
  await act(async () => box().focus());
  await key("ArrowDown");
  expect(onActive).toHaveBeenLastCalledWith(1);
});

test("keys are told before and after the options handle them, but not those of an input method", async () => {
  const { onCapture, onKey } = show(0);
  await key("a");
  expect([onCapture.mock.calls.length, onKey.mock.calls.length]).toEqual([1, 1]);
  await key("Enter", { isComposing: true });
  expect([onCapture.mock.calls.length, onKey.mock.calls.length]).toEqual([1, 1]);
});

test("a list can be hidden", () => {
  show(-1, { hidden: true });
  expect(screen.queryByRole("listbox")).toBeNull();
  cleanup();
  show(-1);
  expect(screen.getByRole("listbox", { name: "Results" })).toBeDefined();
});
