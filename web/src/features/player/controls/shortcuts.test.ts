// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { isUnhandledKey, SHORTCUTS } from "./shortcuts";

afterEach(() => {
  document.body.innerHTML = "";
});

/** Renders the HTML and returns the element with the id `focus`. */
function focusIn(html: string): Element | null {
  document.body.innerHTML = html;
  return document.getElementById("focus");
}

test.each([
  ["a text field", "<input id='focus'>", " "],
  ["a text field", "<input id='focus'>", "n"],
  ["a text area", "<textarea id='focus'></textarea>", "ArrowLeft"],
  ["a select list", "<select id='focus'></select>", "s"],
  ["editable content", "<p contenteditable='true'><b id='focus'></b></p>", "m"],
  ["a button", "<button id='focus'></button>", " "],
  ["a tab", "<div role='tab' id='focus'></div>", " "],
  ["a slider", "<span role='slider' id='focus'></span>", "ArrowRight"],
  ["a grid", "<div role='grid'><button id='focus'></button></div>", "ArrowRight"],
  ["a dialog", "<div role='dialog'><p id='focus'></p></div>", "n"],
  ["a menu", "<div role='menu'><div role='menuitem' id='focus'></div></div>", "n"],
])("in %s (%s) the key '%s' keeps its native function", (_what, html, key) => {
  expect(isUnhandledKey(key, focusIn(html))).toBe(false);
});

test.each([
  ["the page", "<main id='focus'></main>", " "],
  ["a link", "<a href='/' id='focus'></a>", " "],
  ["a button", "<button id='focus'></button>", "n"],
  ["a button", "<button id='focus'></button>", "ArrowLeft"],
  ["a slider", "<span role='slider' id='focus'></span>", "n"],
  ["the full-screen player", "<div role='dialog' data-player-keys=''><p id='focus'></p></div>", " "],
])("in %s (%s) the key '%s' controls the player", (_what, html, key) => {
  expect(isUnhandledKey(key, focusIn(html))).toBe(true);
});

test("the list of shortcuts contains each key once, with its action", () => {
  const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/ K$/.test(key))).toEqual([
    "Space",
    "←",
    "→",
    "Shift ←",
    "Shift →",
    "P",
    "N",
    "Shift P",
    "Shift N",
    "B",
    "S",
    "M",
    "Shift ↓",
    "Shift ↑",
    "<",
    ">",
    "Q",
    "/",
    "T",
    "?",
  ]);
  for (const { action } of SHORTCUTS) expect(action).toMatch(/^[A-Z]\w+/);
});
