import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "@/ui/testing";
import { DEFAULT_SETTINGS, LINE_LENGTH, LINE_SPACING, textSettings } from "./text-settings";
import { TextSettingsButton } from "./text-settings-button";

afterEach(cleanup);

test("S2.text.4 the popover changes size, font and colours, and resets them", async () => {
  const nothing = () => undefined;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
  render(<TextSettingsButton />);
  fireEvent.click(screen.getByRole("button", { name: "Text settings" }));
  const size = await screen.findByRole("slider", { name: "Text size" });
  fireEvent.keyDown(size, { key: "ArrowRight" });
  fireEvent.change(screen.getByLabelText("Font"), { target: { value: "serif" } });
  fireEvent.change(screen.getByLabelText("Colours"), { target: { value: "dark" } });
  expect(textSettings()).toMatchObject({ sizePercent: 120, font: "serif", theme: "dark" });
  expect(size.getAttribute("aria-valuetext")).toBe("120%");
  fireEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(textSettings()).toEqual(DEFAULT_SETTINGS);
});

test("S2.text.4 line spacing and line length have their own sliders, and each choice is listed", async () => {
  stubResizeObserver();
  render(<TextSettingsButton />);
  fireEvent.click(screen.getByRole("button", { name: "Text settings" }));
  expect(await screen.findByRole("dialog", { name: "Text settings" })).toBeDefined();
  const spacing = screen.getByRole("slider", { name: "Line spacing" });
  const length = screen.getByRole("slider", { name: "Line length" });
  const { lineSpacing, widthChars } = DEFAULT_SETTINGS;
  fireEvent.keyDown(spacing, { key: "ArrowRight" });
  fireEvent.keyDown(length, { key: "ArrowRight" });
  expect(textSettings().lineSpacing).toBeCloseTo(lineSpacing + LINE_SPACING.step);
  expect(textSettings().widthChars).toBe(widthChars + LINE_LENGTH.step);
  expect(spacing.getAttribute("aria-valuetext")).toBe((lineSpacing + LINE_SPACING.step).toFixed(1));
  expect(length.getAttribute("aria-valuetext")).toBe(`${widthChars + LINE_LENGTH.step} characters`);
  const options = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => [value, text]);
  expect(options("Font")).toEqual([
    ["app", "App font"],
    ["serif", "Serif"],
    ["atkinson", "Atkinson Hyperlegible"],
  ]);
  expect(options("Colours")).toEqual([
    ["app", "Same as app"],
    ["light", "Light"],
    ["sepia", "Sepia"],
    ["dark", "Dark"],
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(textSettings()).toEqual(DEFAULT_SETTINGS);
});
