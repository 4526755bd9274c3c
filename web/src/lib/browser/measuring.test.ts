import { expect, test } from "vitest";
import { mayMeasure } from "./measuring";

test.each([
  [{}, true],
  [{ doNotTrack: "unspecified", globalPrivacyControl: false, connection: { saveData: false } }, true],
  [{ doNotTrack: "1" }, false],
  [{ globalPrivacyControl: true }, false],
  [{ connection: { saveData: true } }, false],
])("S7.ext.1 nobody is counted against a wish: %o", (navigator, expected) => {
  expect(mayMeasure(navigator)).toBe(expected);
});
