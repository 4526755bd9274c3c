import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ShelfDrawing } from "./shelf-art";

/** Returns each stroke of a drawing as 'path | width | opacity'. */
function strokes(id: Parameters<typeof ShelfDrawing>[0]["id"]): string[] {
  const { container } = render(<ShelfDrawing id={id} />);
  return [...container.querySelectorAll("path")].map((path) =>
    [
      path.getAttribute("d"),
      Number(path.getAttribute("stroke-width")).toFixed(2),
      Number(path.getAttribute("opacity")).toFixed(2),
    ].join(" | "),
  );
}

test.each([
  [
    "deep-dive",
    [
      "M-4 18Q30 9 60 18T124 18 | 0.80 | 0.30",
      "M-4 21Q30 13 60 21T124 21 | 1.23 | 0.38",
      "M-4 26.6Q30 19.6 60 26.6T124 26.6 | 1.66 | 0.45",
      "M-4 35Q30 29 60 35T124 35 | 2.09 | 0.52",
      "M-4 46Q30 41 60 46T124 46 | 2.52 | 0.60",
      "M-4 59.8Q30 55.8 60 59.8T124 59.8 | 2.95 | 0.68",
      "M-4 76.2Q30 73.2 60 76.2T124 76.2 | 3.38 | 0.75",
      "M-4 95.4Q30 93.4 60 95.4T124 95.4 | 3.81 | 0.82",
      "M-4 117.2Q30 116.2 60 117.2T124 117.2 | 4.24 | 0.90",
    ],
  ],
  [
    "quick-recap",
    [
      "M8 22L34 60L8 98 | 4.40 | 0.95",
      "M15.1 22L41.1 60L15.1 98 | 3.90 | 0.85",
      "M24.4 22L50.4 60L24.4 98 | 3.40 | 0.75",
      "M35.9 22L61.9 60L35.9 98 | 2.90 | 0.65",
      "M49.6 22L75.6 60L49.6 98 | 2.40 | 0.55",
      "M65.5 22L91.5 60L65.5 98 | 1.90 | 0.45",
      "M83.6 22L109.6 60L83.6 98 | 1.40 | 0.35",
    ],
  ],
  [
    "chill-review",
    [
      "M70 44a18 18 0 1 0 36 0a18 18 0 1 0-36 0 | 1.60 | 0.60",
      "M-4 66C30 30 50 64 70 62S110 36 124 58 | 1.20 | 0.40",
      "M-4 77C30 69 50 47 70 73S110 75 124 69 | 1.65 | 0.50",
      "M-4 88C30 52 50 86 70 84S110 58 124 80 | 2.10 | 0.60",
      "M-4 99C30 91 50 69 70 95S110 97 124 91 | 2.55 | 0.70",
      "M-4 110C30 74 50 108 70 106S110 80 124 102 | 3.00 | 0.80",
      "M-4 121C30 113 50 91 70 117S110 119 124 113 | 3.45 | 0.90",
    ],
  ],
  [
    "radio",
    [
      "M60 66V124M52 124L60 66L68 124 | 2.00 | 0.80",
      "M68.1 50.1A10 10 0 0 1 68.1 61.9M51.9 50.1A10 10 0 0 0 51.9 61.9 | 3.60 | 0.95",
      "M75.8 44.5A19.5 19.5 0 0 1 75.8 67.5M44.2 44.5A19.5 19.5 0 0 0 44.2 67.5 | 3.15 | 0.83",
      "M83.5 39A29 29 0 0 1 83.5 73M36.5 39A29 29 0 0 0 36.5 73 | 2.70 | 0.71",
      "M91.1 33.4A38.5 38.5 0 0 1 91.1 78.6M28.9 33.4A38.5 38.5 0 0 0 28.9 78.6 | 2.25 | 0.59",
      "M98.8 27.8A48 48 0 0 1 98.8 84.2M21.2 27.8A48 48 0 0 0 21.2 84.2 | 1.80 | 0.47",
      "M106.5 22.2A57.5 57.5 0 0 1 106.5 89.8M13.5 22.2A57.5 57.5 0 0 0 13.5 89.8 | 1.35 | 0.35",
      "M56 56a4 4 0 1 0 8 0a4 4 0 1 0-8 0 | 3.00 | 1.00",
    ],
  ],
] as const)("the drawing of %s has these strokes", (id, expected) => {
  expect(strokes(id)).toEqual(expected);
});

test("the drawing has the tone of its shelf, round lines and no name for screen readers", () => {
  const { container } = render(<ShelfDrawing id="radio" />);
  const drawing = container.querySelector("svg");
  expect([...(drawing?.classList ?? [])]).toEqual(["shelf-art", "tone-plum"]);
  expect(drawing?.getAttribute("viewBox")).toBe("0 0 120 120");
  expect(drawing?.getAttribute("aria-hidden")).toBe("true");
  const group = container.querySelector("g");
  const of = (name: string) => group?.getAttribute(name);
  expect(["fill", "stroke", "stroke-linecap", "stroke-linejoin"].map(of)).toEqual([
    "none",
    "currentColor",
    "round",
    "round",
  ]);
});
