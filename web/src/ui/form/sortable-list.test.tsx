import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "../testing";
import { SortableList } from "./sortable-list";

const ROW_PX = 50;

beforeEach(() => {
  stubResizeObserver();
  // Place the rows below each other, because their positions decide where a row is dropped.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const row = this.closest("li");
    const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
    return new DOMRect(0, place * ROW_PX, 200, ROW_PX);
  });
});
afterEach(cleanup);

function show() {
  const onMove = vi.fn();
  render(
    <SortableList
      items={["Heaps", "Trees", "Graphs"]}
      keyOf={(item) => item}
      nameOf={(item) => item}
      label="Tracks"
      row={(item, { handle }) => (
        <>
          {handle}
          {item}
        </>
      )}
      onMove={onMove}
    />,
  );
  const press = async (code: string) => {
    fireEvent.keyDown(screen.getAllByRole("button")[0] as HTMLElement, { code });
    // The library registers its key listener in the next task.
    await vi.waitFor(() => new Promise((resolve) => setTimeout(resolve)));
  };
  return { onMove, press };
}

test("a row dropped at its own position does not move", async () => {
  const { onMove, press } = show();
  await press("Space");
  expect(await screen.findByText("Picked up Heaps, place 1 of 3.")).toBeDefined();
  await press("Space");
  expect(await screen.findByText("Heaps is now at place 1 of 3.")).toBeDefined();
  expect(onMove).not.toHaveBeenCalled();
});

test("swaps a row with the next one when dropped below it", async () => {
  const { onMove, press } = show();
  await press("Space");
  await press("ArrowDown");
  expect(await screen.findByText("Heaps: place 2 of 3.")).toBeDefined();
  await press("Space");
  await vi.waitFor(() => expect(onMove).toHaveBeenCalledExactlyOnceWith(0, 1));
});
