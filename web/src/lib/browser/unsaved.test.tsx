import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  blocksReload,
  confirmDiscard,
  discardPrompt,
  hasUnsavedChanges,
  lastChangeNumber,
  useUnsavedChanges,
} from "./unsaved";

const use = (isUnsaved: boolean, options: Parameters<typeof useUnsavedChanges>[1] = {}) =>
  renderHook((unsaved: boolean) => useUnsavedChanges(unsaved, options), { initialProps: isUnsaved });

test("input is unsaved until it is saved or its form is closed", () => {
  const { result, rerender, unmount } = use(false);
  expect([hasUnsavedChanges(), blocksReload()]).toEqual([false, false]);
  rerender(true);
  expect([hasUnsavedChanges(), blocksReload()]).toEqual([true, true]);
  result.current();
  expect(hasUnsavedChanges()).toBe(false);
  rerender(false);
  rerender(true);
  expect(hasUnsavedChanges()).toBe(true);
  unmount();
  expect(hasUnsavedChanges()).toBe(false);
});

test("a draft that is stored on the device does not block a reload", () => {
  const { unmount } = use(true, { survivesReload: true });
  expect([hasUnsavedChanges(), blocksReload()]).toEqual([true, false]);
  unmount();
});

test("leaving asks once about unsaved input, and discards it only if the user agrees", async () => {
  expect(await confirmDiscard()).toBe(true);
  const [onDiscard, onPrompt] = [vi.fn(), vi.fn()];
  const stop = discardPrompt.watch(onPrompt);
  const { unmount } = use(true, { onDiscard });
  const both = [confirmDiscard(), confirmDiscard()];
  expect(onPrompt).toHaveBeenCalledOnce();
  discardPrompt.get()?.answer(false);
  expect(await Promise.all(both)).toEqual([false, false]);
  expect([discardPrompt.get(), onDiscard.mock.calls.length, hasUnsavedChanges()]).toEqual([undefined, 0, true]);
  const leaving = [confirmDiscard(), confirmDiscard()];
  discardPrompt.get()?.answer(true);
  expect(await Promise.all(leaving)).toEqual([true, true]);
  expect([onDiscard.mock.calls.length, hasUnsavedChanges()]).toEqual([1, false]);
  expect(onPrompt).toHaveBeenCalledTimes(4);
  stop();
  unmount();
});

test("closing a dialog asks only about input that began after it was opened", async () => {
  const page = use(true);
  const opened = lastChangeNumber();
  expect([hasUnsavedChanges(), hasUnsavedChanges(opened)]).toEqual([true, false]);
  expect(await confirmDiscard(opened)).toBe(true);
  const dialog = use(true);
  expect(hasUnsavedChanges(opened)).toBe(true);
  dialog.unmount();
  page.unmount();
});
