import { expect, test } from "vitest";
import { coverArt } from "./cover-art";

/** Returns the coordinates after each `M` of a path. */
function starts(d: string): [number, number][] {
  return [...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

const fromSpine = ([x, y]: [number, number]) => Math.round(Math.hypot(x - 120, y - 118));

test.each(["ENGL109", "ENGL110", "ENGL111", "ENGL112"])(
  "the leaves in the drawing %s share one spine, and each has its own line",
  (code) => {
    const distances = starts(coverArt(code)).map(fromSpine);
    expect(distances.filter((distance) => distance === 0)).toHaveLength(9);
    expect(distances.filter((distance) => distance === 60)).toHaveLength(9);
  },
);

test("the rings in the chemistry drawing are side by side, closed and of equal size", () => {
  const rings = coverArt("CHEM120").split("Z").slice(0, -1);
  expect(rings).toHaveLength(22);
  const corners = rings.map((ring) =>
    [...ring.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  );
  const middles = corners.map((ring) => [0, 1].map((axis) => ring.reduce((sum, at) => sum + (at[axis] ?? 0), 0) / 6));
  const gaps = middles.flatMap(([x = 0, y = 0], place) =>
    middles.slice(place + 1).map(([otherX = 0, otherY = 0]) => Math.hypot(otherX - x, otherY - y)),
  );
  expect(Math.min(...gaps)).toBeCloseTo(17 * Math.sqrt(3), 0);
});

test("the generated covers of courses do not change between releases", async () => {
  const codes = [
    "CS246",
    "MATH137",
    "CHEM120",
    "ENGL109",
    "BIOL130",
    "PHYS121",
    "ECON101",
    "PSYCH101",
    "STAT230",
    "ART100",
  ];
  const bytes = new TextEncoder().encode(JSON.stringify(codes.map((code) => coverArt(code))));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 8);
  expect([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")).toBe("6408e84b9f62751d");
});

test("the star of mathematics is a circle with one line per step of the multiplication, except the one to itself", () => {
  expect(starts(coverArt("MATH100"))).toHaveLength(1 + 18);
});

test("the tree of computer science has two children below each of its nodes, except the last ones", () => {
  // A circle per node and a line to each child.
  expect(starts(coverArt("CS135"))).toHaveLength(15 + 14);
});

test("the waves of mathematics are six lines without a gap", () => {
  expect(starts(coverArt("MATH138"))).toHaveLength(6);
});
