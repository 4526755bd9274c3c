// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { currentTheme, nextTheme, setTheme, THEME_KEY } from "./theme";

const beforeFirstPaint = readFileSync("public/first-paint.js", "utf8");

beforeEach(() => {
  localStorage.clear();
  setTheme("system");
});

test.each([
  [false, ["dark", "light", "system"]],
  [true, ["light", "dark", "system"]],
] as const)(
  "the toggle starts with the opposite of the system theme (dark: %s) and returns to it",
  (isDark, expected) => {
    const first = nextTheme("system", isDark);
    const second = nextTheme(first, isDark);
    expect([first, second, nextTheme(second, isDark)]).toEqual(expected);
  },
);

test.each(["light", "dark"] as const)("a chosen %s theme is restored before the first paint", (theme) => {
  setTheme(theme);
  delete document.documentElement.dataset.theme;
  new Function(beforeFirstPaint)();
  expect(currentTheme()).toBe(theme);
});

test("the system theme stores nothing, and an invalid stored value is ignored", () => {
  setTheme("dark");
  setTheme("system");
  expect(localStorage.getItem(THEME_KEY)).toBeNull();
  localStorage.setItem(THEME_KEY, '"><script>');
  new Function(beforeFirstPaint)();
  expect(currentTheme()).toBe("system");
});

test("a chosen theme applies at once, and the system theme sets no attribute on the page", () => {
  setTheme("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  setTheme("system");
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
