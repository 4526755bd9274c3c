import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ComponentProps, createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DropZone } from "./drop-zone";

const onFiles = vi.fn();
const pdf = new File(["%PDF"], "a.pdf");

beforeEach(() => onFiles.mockReset());
afterEach(cleanup);

function show(props: Partial<ComponentProps<typeof DropZone>> = {}) {
  const host = createRef<HTMLDivElement>();
  render(
    <div ref={host}>
      <DropZone onFiles={onFiles} {...props} />
    </div>,
  );
  const zone = host.current?.firstElementChild as HTMLElement;
  return { zone, input: zone.querySelector("input") as HTMLInputElement };
}
const choose = () => screen.getByRole<HTMLButtonElement>("button", { name: "choose files" });

test("files are dropped on the area, which says so while they are over it", () => {
  const { zone } = show();
  expect(zone.textContent).toBe("Drop PDFs here or choose files");
  expect(fireEvent.dragOver(zone)).toBe(false);
  expect(zone.textContent).toBe("Drop to add ");
  expect(zone.classList.contains("is-over")).toBe(true);
  fireEvent.dragLeave(zone);
  expect(zone.textContent).toBe("Drop PDFs here or choose files");
  fireEvent.dragOver(zone);
  expect(fireEvent.drop(zone, { dataTransfer: { files: [pdf] } })).toBe(false);
  expect(zone.classList.contains("is-over")).toBe(false);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([pdf]);
  fireEvent.drop(zone, { dataTransfer: { files: [] } });
  expect(onFiles).toHaveBeenCalledTimes(1);
});

test("a disabled area takes no files, and the browser does not open them either", () => {
  const { zone, input } = show({ disabled: true });
  expect(fireEvent.dragOver(zone)).toBe(false);
  expect(zone.classList.contains("is-over")).toBe(false);
  expect(fireEvent.drop(zone, { dataTransfer: { files: [pdf] } })).toBe(false);
  expect(onFiles).not.toHaveBeenCalled();
  expect([choose().disabled, input.disabled]).toEqual([true, true]);
});

test("the button opens the choice of files, and the same file can be chosen again", () => {
  const { input } = show({ accept: ".pdf" });
  const click = vi.spyOn(input, "click").mockReturnValue();
  fireEvent.click(choose());
  expect(click).toHaveBeenCalledTimes(1);
  expect([input.accept, input.multiple, choose().disabled]).toEqual([".pdf", true, false]);
  const value = vi.fn();
  Object.defineProperty(input, "value", { set: value, configurable: true });
  fireEvent.change(input, { target: { files: [pdf] } });
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([pdf]);
  expect(value).toHaveBeenLastCalledWith("");
  fireEvent.change(input, { target: { files: [] } });
  expect(onFiles).toHaveBeenCalledTimes(1);
});

test("labels and the limit to one file come from the props", () => {
  const { zone, input } = show({ label: "Drop a deck or", chooseLabel: "choose one", multiple: false });
  expect(zone.textContent).toBe("Drop a deck or choose one");
  expect([input.multiple, input.ariaLabel]).toEqual([false, "choose one"]);
});

test("S4.form.1 an error describes the button, and the form can move the focus to it", () => {
  show();
  expect([choose().dataset.missing, choose().getAttribute("aria-describedby")]).toEqual([undefined, null]);
  expect(screen.queryByRole("alert")).toBeNull();
  cleanup();
  show({ error: "Choose a file." });
  expect(screen.getByRole("alert").textContent).toBe("Choose a file.");
  expect(choose().dataset.missing).toBe("");
  expect(choose().getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
});
