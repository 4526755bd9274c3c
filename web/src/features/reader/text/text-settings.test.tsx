import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const settings = () => import("./text-settings");

test("S2.text.4 the settings are kept on the device", async () => {
  const first = await settings();
  const told = vi.fn();
  const stop = first.onTextSettingsChange(told);
  first.changeTextSettings({ font: "atkinson", lineSpacing: 2 });
  stop();
  first.changeTextSettings({ theme: "sepia" });
  expect(told).toHaveBeenCalledOnce();
  vi.resetModules();
  const later = await settings();
  expect(later.textSettings()).toEqual({ ...later.DEFAULT_SETTINGS, font: "atkinson", lineSpacing: 2, theme: "sepia" });
});

test.each(["{", "null", '{"sizePercent":5000,"font":"comic","lineSpacing":"2","theme":1}'])(
  "S2.text.4 invalid settings are replaced by the defaults: %s",
  async (stored) => {
    localStorage.setItem("nn:text-view", stored);
    const { textSettings, DEFAULT_SETTINGS } = await settings();
    expect(textSettings()).toEqual(DEFAULT_SETTINGS);
  },
);

test("S2.text.4 the size changes in steps within its limits", async () => {
  const { changeTextSize, textSettings } = await settings();
  changeTextSize(2);
  expect(textSettings().sizePercent).toBe(130);
  changeTextSize(100);
  expect(textSettings().sizePercent).toBe(300);
  changeTextSize(-100);
  expect(textSettings().sizePercent).toBe(80);
});
