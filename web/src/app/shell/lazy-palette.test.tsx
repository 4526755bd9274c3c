import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { LazyPalette } from "./lazy-palette";

const prefetch = vi.hoisted(() => vi.fn(async () => undefined));
let isIdle = false;

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/lib/loading/use-page-idle", () => ({ usePageIdle: () => isIdle }));
vi.mock("@/ui/feedback/lazy", () => ({
  lazyDialog: () =>
    Object.assign(
      ({ uid, who, onClose, onSignOut }: { uid?: string; who: string; onClose(): void; onSignOut(): void }) => (
        <div role="dialog">
          {`${who} ${uid}`}
          <button type="button" onClick={onClose}>
            Close
          </button>
          <button type="button" onClick={onSignOut}>
            Logout
          </button>
        </div>
      ),
      { prefetch },
    ),
}));

const onOpenChange = vi.fn();
const onSignOut = vi.fn();
const show = (isOpen = false) =>
  render(<LazyPalette isOpen={isOpen} onOpenChange={onOpenChange} onSignOut={onSignOut} />);

beforeEach(() => {
  vi.clearAllMocks();
  isIdle = false;
});
afterEach(() => {
  cleanup();
  signOutForTest();
  document.body.replaceChildren();
});

/** Presses a key and returns true if the browser's own action was prevented. */
const press = (init: KeyboardEventInit, on: Element = document.body) => !fireEvent.keyDown(on, init);

test.each([
  { key: "k", ctrlKey: true },
  { key: "k", metaKey: true },
  { key: "K", ctrlKey: true },
])("S2.pal.1 %j opens the palette in place of the browser's action", (key) => {
  show();
  expect(press(key)).toBe(true);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(true);
});

test("S2.pal.1 the shortcut also works within a text field", () => {
  show();
  const field = document.body.appendChild(document.createElement("input"));
  expect(press({ key: "k", ctrlKey: true }, field)).toBe(true);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(true);
});

test.each([
  { key: "k" },
  { key: "j", ctrlKey: true },
  { key: "k", ctrlKey: true, altKey: true },
  { key: "k", ctrlKey: true, shiftKey: true },
  { key: "k", ctrlKey: true, isComposing: true },
])("S2.pal.1 %j does not open the palette", (key) => {
  show();
  expect(press(key)).toBe(false);
  expect(onOpenChange).not.toHaveBeenCalled();
});

test("S2.pal.1 a shortcut that another part of the page used does not open the palette", () => {
  show();
  const part = document.body.appendChild(document.createElement("div"));
  part.addEventListener("keydown", (event) => event.preventDefault());
  press({ key: "k", ctrlKey: true }, part);
  expect(onOpenChange).not.toHaveBeenCalled();
});

test.each([
  ["dialog", undefined, 0],
  ["alertdialog", undefined, 0],
  ["dialog", "", 1],
])("S2.pal.1 while a %s with player keys %j is open, the shortcut opens the palette %s times", (role, keys, times) => {
  show();
  const window = document.body.appendChild(document.createElement("div"));
  window.setAttribute("role", role);
  if (keys !== undefined) window.dataset.playerKeys = keys;
  expect(press({ key: "k", ctrlKey: true })).toBe(true);
  expect(onOpenChange).toHaveBeenCalledTimes(times);
});

test("S2.pal.1 the shortcut is ignored after the component has unmounted", () => {
  show().unmount();
  expect(press({ key: "k", ctrlKey: true })).toBe(false);
  expect(onOpenChange).not.toHaveBeenCalled();
});

test.each([
  ["visitor", () => signOutForTest(), "visitor undefined"],
  ["member", () => signInAs({ uid: "u1", name: "Amara" }), "member u1"],
  ["administrator", () => signInAs({ uid: "u2", name: "Ben" }, true), "admin u2"],
])("S2.pal.3 the palette receives the role and the user id of a %s", (_, become, text) => {
  become();
  show(true);
  expect(screen.getByRole("dialog").textContent).toContain(text);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  fireEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(onSignOut).toHaveBeenCalledTimes(1);
});

test("the palette is not shown while it is closed", () => {
  show();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the code of the palette is fetched when the page is idle, and not before", () => {
  const { rerender } = show();
  expect(prefetch).not.toHaveBeenCalled();
  isIdle = true;
  rerender(<LazyPalette isOpen={false} onOpenChange={onOpenChange} onSignOut={onSignOut} />);
  expect(prefetch).toHaveBeenCalledTimes(1);
});

test("a palette that cannot be fetched ahead is not an error", async () => {
  isIdle = true;
  prefetch.mockRejectedValueOnce(new Error("No network."));
  show();
  await Promise.resolve();
  expect(prefetch).toHaveBeenCalledTimes(1);
});
