import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { useUnsavedChanges } from "@/lib/browser/unsaved";
import { UnsavedChangesPrompt } from "./unsaved-changes-prompt";

afterEach(cleanup);

const discarded = vi.fn();

function Form({ isUnsaved, survivesReload }: { isUnsaved: boolean; survivesReload: boolean }) {
  useUnsavedChanges(isUnsaved, { survivesReload, onDiscard: discarded });
  return null;
}

function show(isUnsaved = true, survivesReload = false) {
  discarded.mockReset();
  const element = (
    <>
      <Form isUnsaved={isUnsaved} survivesReload={survivesReload} />
      <UnsavedChangesPrompt />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: ["/form"] });
  render(<RouterProvider router={router} />);
  return router;
}

const prompt = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("leaving a page with unsaved input asks first, and stays if the student keeps editing", async () => {
  const router = show();
  await act(() => router.navigate("/other"));
  expect(prompt()?.textContent).toContain("What you typed is not saved and will be lost.");
  expect(router.state.location.pathname).toBe("/form");
  await press("Keep editing");
  expect(prompt()).toBeNull();
  expect(router.state.location.pathname).toBe("/form");
  expect(discarded).not.toHaveBeenCalled();
  await act(() => router.navigate("/other"));
  await act(async () => void fireEvent.keyDown(prompt() as HTMLElement, { key: "Escape" }));
  expect(prompt()).toBeNull();
  expect(router.state.location.pathname).toBe("/form");
});

test("discarding the input leaves the page", async () => {
  const router = show();
  await act(() => router.navigate("/other"));
  await press("Discard");
  expect(router.state.location.pathname).toBe("/other");
  expect(discarded).toHaveBeenCalledOnce();
  expect(prompt()).toBeNull();
});

test.each([
  ["a part of the same page", true, "/form?part=2"],
  ["another page without unsaved input", false, "/other"],
])("going to %s asks nothing", async (_, isUnsaved, address) => {
  const router = show(isUnsaved);
  await act(() => router.navigate(address));
  expect(prompt()).toBeNull();
  expect(router.state.location.pathname + router.state.location.search).toBe(address);
});

/** Simulates closing the page. Returns whether the browser asks. */
function closes(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

test("the browser asks before closing a page only if a reload would lose the input", () => {
  show(true);
  expect(closes()).toBe(true);
  cleanup();
  expect(closes()).toBe(false);
  show(true, true);
  expect(closes()).toBe(false);
  cleanup();
  show(false);
  expect(closes()).toBe(false);
});
