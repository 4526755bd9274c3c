import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, textSettings } from "./text-settings";
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
