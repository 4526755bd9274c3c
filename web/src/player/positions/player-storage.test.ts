// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { RATE_DEFAULT, VOLUME_DEFAULT } from "@/core/limits";
import { playbackRateOf, readQueue, readSettings, writeQueue, writeSettings } from "./player-storage";

/** Maximum number of stored tracks. */
const KEPT = 500;

beforeEach(() => localStorage.clear());

test("of a long queue, stores the part around the current track, which stays current", () => {
  const tracks = Array.from({ length: 2 * KEPT }, (_, place) => ({ id: `t${place}` }));
  for (const index of [0, 3, KEPT, 2 * KEPT - 1]) {
    writeQueue("u1", { tracks, index } as unknown as Parameters<typeof writeQueue>[1]);
    const kept = readQueue("u1");
    expect(kept?.tracks).toHaveLength(KEPT);
    expect(kept?.tracks[kept.index]?.id).toBe(`t${index}`);
  }
});

const defaults = {
  volume: VOLUME_DEFAULT,
  isMuted: false,
  repeat: "all",
  rates: {},
  isLoudnessEven: true,
  passesSilences: false,
  savedSecs: 0,
};

test.each([
  ["missing", undefined],
  ["unreadable", "{"],
  ["null", "null"],
  ["not an object", "3"],
])("stored settings that are %s are replaced by the defaults", (_, stored) => {
  if (stored !== undefined) localStorage.setItem("nn:player", stored);
  expect(readSettings()).toEqual(defaults);
});

test.each([
  [0, 0],
  [1, 1],
  [-0.1, VOLUME_DEFAULT],
  [1.1, VOLUME_DEFAULT],
  ["loud", VOLUME_DEFAULT],
])("a stored volume of %s is read as %s, and the other settings are unchanged", (volume, read) => {
  localStorage.setItem("nn:player", JSON.stringify({ volume, repeat: "one" }));
  expect(readSettings()).toEqual({ ...defaults, repeat: "one", volume: read });
});

test("restores stored settings, and a full storage does not stop the player", () => {
  const sound = { isLoudnessEven: false, passesSilences: true, savedSecs: 42 };
  const settings = { volume: 0.5, isMuted: true, repeat: "off", rates: { radio: 1.5 }, ...sound } as const;
  writeSettings(settings);
  expect(readSettings()).toEqual(settings);
  expect([playbackRateOf(settings, "radio"), playbackRateOf(settings, "deep-dive")]).toEqual([1.5, RATE_DEFAULT]);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  expect(() => writeSettings({ ...settings, volume: 1 })).not.toThrow();
});
