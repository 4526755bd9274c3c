import { act, cleanup, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toSearchString, useSearchParam } from "./use-search-param";

let box: ReturnType<typeof useSearchParam>;
function Box() {
  box = useSearchParam();
  return null;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function open(...entries: string[]) {
  const routes = [{ path: "/browse", Component: Box }, { path: "/other" }];
  const router = createMemoryRouter(routes, { initialEntries: entries });
  render(<RouterProvider router={router} />);
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { router, wait, address: () => router.state.location.search };
}
const type = (text: string) => act(() => box.setText(text));

test.each([
  ["", ""],
  ["heaps", "?q=heaps"],
  ["a b&c", "?q=a+b%26c"],
])("the text %j becomes the URL query %j", (text, expected) => {
  expect(toSearchString(text)).toBe(expected);
});

test("the box starts with the query of the URL", () => {
  open("/browse?q=a+b");
  expect(box.text).toBe("a b");
  cleanup();
  open("/browse");
  expect(box.text).toBe("");
});

test("typed text is shown at once and written to the URL after a pause of 300 ms", async () => {
  const { router, wait, address } = open("/browse");
  type("h");
  expect(box.text).toBe("h");
  await wait(200);
  type("he");
  await wait(299);
  expect(address()).toBe("");
  await wait(1);
  expect(address()).toBe("?q=he");
  expect(router.state.historyAction).toBe("REPLACE");
  expect(router.state.preventScrollReset).toBe(true);
  type("");
  await wait(300);
  expect(address()).toBe("");
});

test("text that the URL already contains is not written again", async () => {
  const { router, wait } = open("/browse?q=he");
  const navigate = vi.spyOn(router, "navigate");
  type("h");
  type("he");
  await wait(300);
  expect(navigate).not.toHaveBeenCalled();
});

test("before the page is left, the text is written to the URL at once", async () => {
  const { router, wait, address } = open("/browse");
  type("he");
  await act(() => box.settle());
  expect(address()).toBe("?q=he");
  const navigate = vi.spyOn(router, "navigate");
  await wait(300);
  await act(() => box.settle());
  expect(navigate).not.toHaveBeenCalled();
});

test("text typed while the URL is being updated is not overwritten by the URL", async () => {
  const { wait, address } = open("/browse");
  type("he");
  await act(async () => {
    const settled = box.settle();
    box.setText("hea");
    await settled;
  });
  expect(box.text).toBe("hea");
  await wait(300);
  expect(address()).toBe("?q=hea");
  expect(box.text).toBe("hea");
});

test("Back shows the earlier text, even if newer text has not been written to the URL yet", async () => {
  const { router, wait, address } = open("/browse?q=one");
  await act(() => router.navigate("/browse?q=two"));
  expect(box.text).toBe("two");
  type("three");
  await act(() => router.navigate(-1));
  expect(box.text).toBe("one");
  await wait(300);
  expect([box.text, address()]).toEqual(["one", "?q=one"]);
});

test("text that has not been written yet is not added to the URL of the next page", async () => {
  const { router, wait, address } = open("/browse");
  type("he");
  await act(() => router.navigate("/other"));
  await wait(300);
  expect([router.state.location.pathname, address()]).toEqual(["/other", ""]);
});
