import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { NotePreview } from "./note-preview";

const picture = { url: "/api/notes/1/preview/small", thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" };

test("S2.notes.12 a blurred picture holds the place of the first page, whose size is known", () => {
  const { container } = render(
    <NotePreview picture={{ ...picture, widthPx: 1080, heightPx: 1527 }} course="CS246" stock={0} />,
  );
  const image = container.querySelector("img");
  expect(image?.getAttribute("src")).toBe(picture.url);
  expect(image?.style.backgroundImage).toMatch(/^url\("data:image\/png;base64,/);
  expect([image?.getAttribute("width"), image?.getAttribute("height")]).toEqual(["1080", "1527"]);
  expect(container.querySelector(".pdf")?.hasAttribute("data-wide")).toBe(false);
});

test("S2.notes.4 S9.c.12 without a picture one of eight drawings stands in, each another, in turn", () => {
  const drawn = Array.from({ length: 9 }, (_, stock) => {
    const { container } = render(<NotePreview course="CS246" stock={stock} />);
    return container.querySelector("svg")?.innerHTML ?? "";
  });
  expect(drawn.every((drawing) => drawing.includes("<rect"))).toBe(true);
  // The figures, without the lines of text around them, which are made from a longer cycle.
  const figures = drawn.map((drawing) => drawing.slice(drawing.lastIndexOf("<g")));
  expect(new Set(figures.slice(0, 8)).size).toBe(8);
  expect(figures[8]).toBe(figures[0]);
});

test("S2.notes.12 slides are shown as a whole", () => {
  const { container } = render(
    <NotePreview picture={{ ...picture, widthPx: 1080, heightPx: 608 }} course="X" stock={0} />,
  );
  expect(container.querySelector(".pdf")?.hasAttribute("data-wide")).toBe(true);
});

test("S2.notes.12 S9.c.12 a first page that cannot be fetched becomes a drawing, and a wrong thumbhash does no harm", () => {
  const { container } = render(<NotePreview picture={{ ...picture, thumbhash: "%" }} course="CS246" stock={3} />);
  const image = container.querySelector("img");
  if (!image) throw new Error("no picture");
  expect(image.style.backgroundImage).toBe("");
  fireEvent.error(image);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector(".pdf")?.getAttribute("data-stock")).toBe("3");
});
