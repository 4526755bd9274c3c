import { act, fireEvent, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { NotePreview } from "./note-preview";

const picture = { url: "/api/notes/1/preview/small", thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" };

beforeEach(() => {
  vi.useFakeTimers();
});

/** Renders a preview and runs all timers, including that of the blurred placeholder. */
function shown(preview: ReactElement) {
  const { container } = render(preview);
  act(() => vi.runAllTimers());
  const image = container.querySelector("img");
  if (!image) throw new Error("no picture");
  return { container, image };
}

test("S2.notes.12 a blurred placeholder has the size of the first page", () => {
  const { container, image } = shown(
    <NotePreview picture={{ ...picture, widthPx: 1080, heightPx: 1527 }} course="CS246" drawingSeed={0} />,
  );
  expect(image.getAttribute("src")).toBe(picture.url);
  expect(image.style.backgroundImage).toMatch(/^url\("data:image\/png;base64,/);
  expect([image.getAttribute("width"), image.getAttribute("height")]).toEqual(["1080", "1527"]);
  expect(container.querySelector(".pdf")?.hasAttribute("data-wide")).toBe(false);
});

test("S2.notes.4 S9.c.12 notes without a preview show the eight drawings in turn", () => {
  const drawn = Array.from({ length: 9 }, (_, drawingSeed) => {
    const { container } = render(<NotePreview course="CS246" drawingSeed={drawingSeed} />);
    return container.querySelector("svg")?.innerHTML ?? "";
  });
  expect(drawn.every((drawing) => drawing.includes("<rect"))).toBe(true);
  // Compare only the figures. The text lines around them repeat after a longer period.
  const figures = drawn.map((drawing) => drawing.slice(drawing.lastIndexOf("<g")));
  expect(new Set(figures.slice(0, 8)).size).toBe(8);
  expect(figures[8]).toBe(figures[0]);
});

test("S2.notes.12 slides are shown uncropped", () => {
  const { container } = render(
    <NotePreview picture={{ ...picture, widthPx: 1080, heightPx: 608 }} course="X" drawingSeed={0} />,
  );
  expect(container.querySelector(".pdf")?.hasAttribute("data-wide")).toBe(true);
});

test("S2.notes.12 S9.c.12 a first page that fails to load is replaced by a drawing, and an invalid thumbhash is ignored", () => {
  const { container, image } = shown(
    <NotePreview picture={{ ...picture, thumbhash: "%" }} course="CS246" drawingSeed={3} />,
  );
  expect(image.style.backgroundImage).toBe("");
  fireEvent.error(image);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector(".pdf")?.getAttribute("data-stock")).toBe("3");
});

test("a cached image is shown without the blurred placeholder", () => {
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(true);
  const { image } = shown(<NotePreview picture={picture} course="CS246" drawingSeed={0} />);
  expect(image.style.backgroundImage).toBe("");
});

test("images in the first viewport load eagerly, others lazily", () => {
  const first = shown(<NotePreview picture={picture} course="CS246" drawingSeed={0} isFirst />).image;
  expect([first.getAttribute("loading"), first.getAttribute("decoding")]).toEqual(["eager", "sync"]);
  const later = shown(<NotePreview picture={picture} course="CS246" drawingSeed={4} />).image;
  expect([later.getAttribute("loading"), later.getAttribute("decoding")]).toEqual(["lazy", "async"]);
});
