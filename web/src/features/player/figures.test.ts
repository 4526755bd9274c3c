import { expect, test } from "vitest";
import { nextRate, rateText } from "./controls/speed";
import { waveformPath } from "./controls/waveform";
import { remainingCountText } from "./queue/queue";

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
  [3, 1, 3],
  [0.5, -1, 0.5],
] as const)("from speed %s one step in direction %s gives %s", (rate, direction, to) => {
  expect(nextRate(rate, direction)).toBe(to);
});

test.each([
  [1, "1×"],
  [1.25, "1.25×"],
  [0.7000000001, "0.7×"],
])("formats speed %s as %s", (rate, text) => {
  expect(rateText(rate)).toBe(text);
});

test.each([
  [0, "0 audio notes left"],
  [1, "1 audio note left"],
  [45, "45 audio notes left"],
])("with %s more recordings shows '%s'", (left, text) => {
  expect(remainingCountText(left)).toBe(text);
});

test("the bars of a waveform are relative to the loudest section, silence is a dot, and there are no more bars than data", () => {
  expect(waveformPath([100, 0, 100, 100], 2)).toBe("M0.5 27.5v45.0M1.5 5.0v90.0");
  expect(waveformPath([0, 255], 2)).toBe("M0.5 46.0v8.0M1.5 5.0v90.0");
  expect(waveformPath([255], 10)).toBe("M0.5 5.0v90.0");
  expect(waveformPath([0, 0], 1)).toBe("M0.5 46.0v8.0");
  expect(waveformPath([], 10)).toBe("");
});
