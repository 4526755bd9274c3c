import { expect, test } from "vitest";
import { isTelemetryAllowed } from "./telemetry-consent";

test.each([
  [{}, true],
  [{ doNotTrack: "unspecified", globalPrivacyControl: false, connection: { saveData: false } }, true],
  [{ doNotTrack: "1" }, false],
  [{ globalPrivacyControl: true }, false],
  [{ connection: { saveData: true } }, false],
])("S7.ext.1 respects the browser's privacy and data settings: %o", (navigator, expected) => {
  expect(isTelemetryAllowed(navigator)).toBe(expected);
});
