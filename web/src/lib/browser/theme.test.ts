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
] as const)("the toggle begins with the opposite of the system (dark: %s) and comes back to it", (isDark, expected) => {
  const first = nextTheme("system", isDark);
  const second = nextTheme(first, isDark);
  expect([first, second, nextTheme(second, isDark)]).toEqual(expected);
});

test.each(["light", "dark"] as const)("a chosen %s theme is there again before the first paint", (theme) => {
  setTheme(theme);
  delete document.documentElement.dataset.theme;
  new Function(beforeFirstPaint)();
  expect(currentTheme()).toBe(theme);
});

test("following the system stores nothing, and nonsense in storage is ignored", () => {
  setTheme("dark");
  setTheme("system");
  expect(localStorage.getItem(THEME_KEY)).toBeNull();
  localStorage.setItem(THEME_KEY, '"><script>');
  new Function(beforeFirstPaint)();
  expect(currentTheme()).toBe("system");
});

test("a chosen theme shows at once, and the system's leaves no mark on the page", () => {
  setTheme("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  setTheme("system");
  expect(document.documentElement.dataset.theme).toBeUndefined();
});
