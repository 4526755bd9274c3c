// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepFocus } from "./keep-focus";

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const show = (html: string) => {
  document.body.innerHTML = html;
};
const element = (id: string) => document.getElementById(id) as HTMLButtonElement;
const focused = () => document.activeElement?.id;
/** Disables a control that has the focus. Browsers then move the focus to the body, jsdom does not. */
function disable(id: string): void {
  element(id).blur();
  element(id).disabled = true;
}
/** Waits until `keepFocus` has handled a removal or a change of an attribute. */
const settle = () =>
  new Promise<void>((resolve) => {
    // The observer of `keepFocus` runs before the frame that it requests.
    queueMicrotask(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });

const LIST = `
  <main id="main"><ul id="list" tabindex="-1">
    <li id="one"><a href="#" id="open1">Open</a><button class="x" id="x1" aria-label="Remove"></button></li>
    <li id="two"><a href="#" id="open2">Open</a><button class="x" id="x2" aria-label="Remove"></button></li>
    <li id="three"><a href="#" id="open3">Open</a><button class="x" id="x3" aria-label="Remove"></button></li>
  </ul></main>`;

test.each([
  ["two", "x2", "x3"],
  ["three", "x3", "x2"],
  ["one", "open1", "open2"],
])("the same control of a neighbour gets the focus when the entry %s is removed", async (entry, from, to) => {
  show(LIST);
  element(from).focus();
  element(entry).remove();
  await settle();
  expect(focused()).toBe(to);
});

test("the control at the same position in the next entry gets the focus, even if its label names that entry", async () => {
  const entry = (id: string) =>
    `<li id="${id}"><button id="up-${id}" aria-label="Move ${id}"></button><button id="x-${id}" aria-label="Remove ${id}"></button></li>`;
  show(`<main><ul>${entry("a")}${entry("b")}</ul></main>`);
  element("x-a").focus();
  element("a").remove();
  await settle();
  expect(focused()).toBe("x-b");
});

test("the list gets the focus when its last entry is removed", async () => {
  show(`<main><ul id="list" tabindex="-1"><li id="one"><button id="x1"></button></li></ul></main>`);
  element("x1").focus();
  element("one").remove();
  await settle();
  expect(focused()).toBe("list");
});

test("a region that was made focusable to receive the focus loses its tabindex afterwards", async () => {
  show(`<main id="main"><form id="form"><p><button id="go"></button></p></form><button id="next"></button></main>`);
  element("go").focus();
  element("go").remove();
  await settle();
  expect([focused(), element("form").tabIndex]).toEqual(["form", -1]);
  element("next").focus();
  expect(element("form").hasAttribute("tabindex")).toBe(false);
});

test("when a control is disabled, a nearby one gets the focus, but a busy control gets it back when it is enabled", async () => {
  show(`<main id="main"><section id="section"><button id="go"></button></section></main>`);
  element("go").focus();
  element("go").setAttribute("aria-busy", "true");
  disable("go");
  await settle();
  expect(focused()).toBe("");
  element("go").disabled = false;
  await settle();
  expect(focused()).toBe("go");
  element("go").removeAttribute("aria-busy");
  disable("go");
  await settle();
  expect(focused()).toBe("section");
});

test("a busy control does not get the focus back after the user has pressed elsewhere", async () => {
  show(`<main id="main"><button id="go" aria-busy="true"></button></main>`);
  element("go").focus();
  disable("go");
  await settle();
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  element("go").disabled = false;
  await settle();
  expect(focused()).toBe("");
});

test("an element that a component focused after the removal keeps the focus", async () => {
  show(LIST);
  element("x2").focus();
  element("two").remove();
  // A component sets the focus itself.
  element("open1").focus();
  await settle();
  expect(focused()).toBe("open1");
});

test("the neighbour of a dialog's opener gets the focus when the dialog and the opener are removed", async () => {
  show(`<div>${LIST}</div><div id="layer"><div role="dialog"><button id="yes"></button></div></div>`);
  element("x2").focus();
  element("yes").focus();
  element("layer").remove();
  element("two").remove();
  await settle();
  expect(focused()).toBe("x3");
});

test("a held Enter key does not press the control that got the focus", async () => {
  show(LIST);
  element("x2").focus();
  element("two").remove();
  await settle();
  const press = (repeat: boolean) => {
    const event = new KeyboardEvent("keydown", { key: "Enter", repeat, cancelable: true, bubbles: true });
    element("x3").dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([press(true), press(false), press(true)]).toEqual([true, false, false]);
});

test("after it was stopped, it no longer moves the focus", async () => {
  show(LIST);
  element("x2").focus();
  stop();
  const request = vi.spyOn(window, "requestAnimationFrame");
  element("two").remove();
  await Promise.resolve();
  expect([request.mock.calls.length, document.activeElement]).toEqual([0, document.body]);
  request.mockRestore();
});
