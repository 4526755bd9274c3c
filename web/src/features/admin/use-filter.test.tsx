import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFilter } from "./use-filter";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(address: string) {
  let children: ReactNode;
  const router = createMemoryRouter([{ path: "*", Component: () => children }], { initialEntries: ["/", address] });
  const wrapper = (props: { children: ReactNode }) => {
    children = props.children;
    return <RouterProvider router={router} />;
  };
  return { router, hook: renderHook(useFilter, { wrapper }).result };
}

/** Types, and stops for this many milliseconds. */
async function type(setTyped: (text: string) => void, text: string, pauseMs: number) {
  act(() => setTyped(text));
  await act(() => vi.advanceTimersByTimeAsync(pauseMs));
}

test("the list is asked for once somebody stops typing, and the address says what for", async () => {
  const { router, hook } = show("/console/content");
  await type(hook.current.setTyped, "lec", 200);
  await type(hook.current.setTyped, "lecture", 200);
  expect(hook.current.filter.text).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(hook.current.filter.text).toBe("lecture");
  expect(router.state.location.search).toBe("?text=lecture");
  expect(router.state.historyAction).toBe("REPLACE");
});

test("a space after a word stays in the box for the next word, and is not asked for", async () => {
  const { router, hook } = show("/console/content");
  await type(hook.current.setTyped, "lecture ", 300);
  expect(router.state.location.search).toBe("?text=lecture");
  expect(hook.current.typed).toBe("lecture ");
  await type(hook.current.setTyped, "lecture two", 300);
  expect(router.state.location.search).toBe("?text=lecture+two");
  // Only spaces are nothing.
  await type(hook.current.setTyped, "  ", 300);
  expect(router.state.location.search).toBe("");
  expect(hook.current.typed).toBe("  ");
});

test("going back and forward shows the words of that address in the box", async () => {
  const { router, hook } = show("/console/content?text=exam&kind=note&place=CS246");
  expect(hook.current).toMatchObject({ typed: "exam", filter: { kind: "note", place: "CS246", text: "exam" } });
  await act(() => router.navigate(-1));
  expect(hook.current.typed).toBe("");
  expect(hook.current.filter).toEqual({ kind: undefined, place: undefined, text: undefined });
  await act(() => router.navigate(1));
  expect(hook.current.typed).toBe("exam");
  // What came with the address is not asked for again.
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(router.state.location.search).toBe("?text=exam&kind=note&place=CS246");
});

test("a kind that there is not is no filter, and taking one off leaves the others", () => {
  const { router, hook } = show("/console/content?kind=toString&place=CS246");
  expect(hook.current.filter).toEqual({ kind: undefined, place: "CS246", text: undefined });
  act(() => hook.current.change({ kind: "audio" }));
  expect(hook.current.filter).toEqual({ kind: "audio", place: "CS246", text: undefined });
  act(() => hook.current.change({ place: undefined }));
  expect(router.state.location.search).toBe("?kind=audio");
});
