import { expect, test } from "vitest";
import { loudnessGain } from "./loudness";
import { endOfSilence } from "./silences";

const silences = [1000, 3000, 10_000, 11_000];

test.each([
  ["before a silence", 0.5, undefined],
  ["in its first quarter of a second", 1.1, undefined],
  ["within it", 1.3, 2.75],
  ["shortly before its end", 2.5, undefined],
  ["between silences", 5, undefined],
  ["within the next one", 10.3, 10.75],
  ["after the last one", 12, undefined],
])("S4.silence.1 playback %s jumps to a quarter of a second before its end: %s, %s", (_where, position, expected) => {
  expect(endOfSilence(silences, position)).toBe(expected);
});

test("S4.silence.1 a long silence is skipped in several jumps, so that the end of a chapter within it is noticed", () => {
  const long = [20_000, 45_000];
  expect(endOfSilence(long, 21)).toBe(31);
  expect(endOfSilence(long, 31)).toBe(41);
  expect(endOfSilence(long, 41)).toBe(44.75);
});

test("S4.silence.1 a recording without silences has no jumps", () => {
  expect(endOfSilence([], 3)).toBeUndefined();
});

test("S4.even.1 ten recordings from -30 to -8 LUFS are at -20 LUFS or below", () => {
  const after = (lufs: number) => lufs + 20 * Math.log10(loudnessGain(lufs));
  const loud = [-30, -28, -25, -22, -20, -18, -16, -14, -11, -8].map(after);
  expect(loud.map((lufs) => Number(lufs.toFixed(6)))).toEqual([-30, -28, -25, -22, -20, -20, -20, -20, -20, -20]);
});
