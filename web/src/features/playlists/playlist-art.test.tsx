import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { playlistDrawing } from "./drawing";
import { differentTiles, PlaylistArt } from "./playlist-art";

const tile = (audioId: string, subject: string, artworkUrl?: string) => ({
  audioId,
  subject,
  ...(artworkUrl && { artworkUrl }),
});
const tiles = [tile("a", "CS246"), tile("b", "CS246"), tile("c", "MATH137"), tile("d", "CS246", "/d.jpg")];

const art = (container: HTMLElement) => container.firstElementChild?.getAttribute("data-art");

test("S2.pl.1 a custom cover is used if there is one, then a mosaic of the items, then a drawing", () => {
  const { container, rerender } = render(
    <PlaylistArt playlist={{ id: "p", coverUrl: "/api/covers/p/c", mosaic: tiles }} />,
  );
  expect(art(container)).toBe("cover");
  rerender(<PlaylistArt playlist={{ id: "p", mosaic: tiles }} />);
  expect(art(container)).toBe("mosaic");
  rerender(<PlaylistArt playlist={{ id: "p", mosaic: [tile("a", "CS246"), tile("b", "CS246")] }} />);
  expect(art(container)).toBe("drawing");
  expect(container.querySelector(".tone-slate")).not.toBeNull();
  rerender(<PlaylistArt playlist={{ id: "p", mosaic: [] }} />);
  expect(art(container)).toBe("drawing");
});

test("a cover that fails to load is replaced by a mosaic of the items", () => {
  const { container } = render(<PlaylistArt playlist={{ id: "p", coverUrl: "/gone", mosaic: tiles }} />);
  const image = container.querySelector("img");
  if (image) fireEvent.error(image);
  expect(art(container)).toBe("mosaic");
});

test("identical tiles are shown once", () => {
  expect(differentTiles(tiles).map((each) => each.audioId)).toEqual(["a", "c", "d"]);
  expect(differentTiles([])).toEqual([]);
});

test("a playlist always has the same drawing, and other playlists have different ones", () => {
  const drawn = (id: string) => {
    const { container } = render(<PlaylistArt playlist={{ id, mosaic: [] }} />);
    return container.querySelector("path")?.getAttribute("d");
  };
  expect(drawn("01JD8Z5V7R8XQ4N2T6W0YB3C9E")).toBe(drawn("01JD8Z5V7R8XQ4N2T6W0YB3C9E"));
  const many = new Set(Array.from({ length: 20 }, (_, index) => drawn(`playlist ${index}`)));
  expect(many.size).toBeGreaterThan(4);
  for (const d of many) expect(d).not.toMatch(/NaN|undefined/);
});

test("a mosaic shows two or four items", () => {
  const shown = (subjects: string[]) => {
    const mosaic = subjects.map((subject) => tile(subject, subject));
    return render(<PlaylistArt playlist={{ id: "p", mosaic }} />).container.querySelectorAll(".mosaic > *").length;
  };
  expect(shown(["CS246", "MATH137", "STAT230"])).toBe(2);
  expect(shown(["CS246", "MATH137", "STAT230", "PHYS121"])).toBe(4);
});

test("the drawing of every playlist consists of several strokes", () => {
  for (let place = 0; place < 40; place += 1) {
    const { container } = render(<PlaylistArt playlist={{ id: `playlist ${place}`, mosaic: [] }} />);
    const d = container.querySelector("path")?.getAttribute("d") ?? "";
    expect(d.match(/M/g)?.length ?? 0).toBeGreaterThan(2);
  }
});

test("the drawings of playlists do not change between releases", async () => {
  const drawn = Array.from({ length: 40 }, (_, index) => playlistDrawing(`playlist ${index}`, undefined));
  const bytes = new TextEncoder().encode(JSON.stringify(drawn));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 8);
  expect([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")).toBe("87ae4f80847c7712");
});
