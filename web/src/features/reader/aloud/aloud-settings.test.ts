// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { aloudSettings, DEFAULT_ALOUD, storeAloudSettings } from "./aloud-settings";
import { RATE } from "./controller";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});
const store = (value: unknown) => localStorage.setItem("nn:read-aloud", JSON.stringify(value));

test("S2.aloud.1 the settings of reading aloud stay on the device", () => {
  expect(aloudSettings()).toEqual(DEFAULT_ALOUD);
  const settings = { rate: RATE.max, voice: "urn:voice", skip: { footnotes: false, citations: true } };
  storeAloudSettings(settings);
  expect(aloudSettings()).toEqual(settings);
});

test.each([
  ["a rate above the limit", { rate: RATE.max + 1 }],
  ["a rate below the limit", { rate: RATE.min - 0.1 }],
  ["a rate that is no number", { rate: "2" }],
  ["a voice that is no text", { voice: 3 }],
  ["nothing", null],
])("S2.aloud.1 %s in the storage is replaced by the default", (_, stored) => {
  store(stored);
  expect(aloudSettings()).toEqual(DEFAULT_ALOUD);
});

test("S2.aloud.1 a damaged or disabled storage gives the defaults and storing does not fail", () => {
  localStorage.setItem("nn:read-aloud", "{");
  expect(aloudSettings()).toEqual(DEFAULT_ALOUD);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("Storage is full.");
  });
  expect(() => storeAloudSettings(DEFAULT_ALOUD)).not.toThrow();
});
