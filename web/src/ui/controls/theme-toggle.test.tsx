import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setTheme } from "@/lib/browser/theme";
import { IconButton } from "./icon-button";
import { ThemeToggle } from "./theme-toggle";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  setTheme("system");
});

const button = () => screen.getByRole<HTMLButtonElement>("button");
const label = () => button().getAttribute("aria-label");

test.each([
  [false, ["Theme: follow the system", "Theme: dark", "Theme: light", "Theme: follow the system"]],
  [true, ["Theme: follow the system", "Theme: light", "Theme: dark", "Theme: follow the system"]],
])("while the system is dark (%s), each press changes the theme, the first one visibly", (matches, labels) => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: matches && query === "(prefers-color-scheme: dark)" }));
  render(<ThemeToggle />);
  const shown = [label()];
  for (let press = 0; press < 3; press += 1) {
    fireEvent.click(button());
    shown.push(label());
  }
  expect(shown).toEqual(labels);
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test("an icon button has its label as a tooltip, and does not submit forms", () => {
  const { rerender } = render(<IconButton label="Close" icon={<i />} />);
  expect([label(), button().title, button().type, button().className]).toEqual([
    "Close",
    "Close",
    "button",
    "icon-btn",
  ]);
  rerender(<IconButton label="Close" title="Close the queue" icon={<i />} type="submit" size="sm" danger />);
  expect([button().title, button().type, button().className]).toEqual([
    "Close the queue",
    "submit",
    "icon-btn sm danger",
  ]);
});
