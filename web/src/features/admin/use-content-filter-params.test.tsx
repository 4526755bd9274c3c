import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation, useNavigate, useNavigationType } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useContentFilterParams } from "./use-content-filter-params";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders the hook at a URL, with the start page as the previous history entry. */
function show(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={["/", address]}>{children}</MemoryRouter>
  );
  const use = () => ({
    ...useContentFilterParams(),
    address: useLocation().search,
    way: useNavigationType(),
    go: useNavigate(),
  });
  return renderHook(use, { wrapper }).result;
}

type Shown = ReturnType<typeof show>;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Types a text and advances the clock by `pauseMs`. */
async function type(shown: Shown, text: string, pauseMs: number) {
  act(() => shown.current.setTyped(text));
  await pass(pauseMs);
}

test("requests the list once typing pauses, and updates the URL", async () => {
  const shown = show("/console/content");
  await type(shown, "lec", 200);
  await type(shown, "lecture", 200);
  expect(shown.current.filter.text).toBeUndefined();
  await pass(100);
  expect(shown.current.filter.text).toBe("lecture");
  // Going back must leave the console, so typing replaces the history entry.
  expect(shown.current).toMatchObject({ address: "?text=lecture", way: "REPLACE" });
});

test("a trailing space stays in the box and is not part of the query", async () => {
  const shown = show("/console/content");
  await type(shown, "lecture ", 300);
  expect(shown.current).toMatchObject({ address: "?text=lecture", typed: "lecture " });
  await type(shown, "lecture two", 300);
  expect(shown.current.address).toBe("?text=lecture+two");
  await type(shown, "  ", 300);
  expect(shown.current).toMatchObject({ address: "", typed: "  " });
});

test("Back and Forward show the query of the URL in the box", async () => {
  const shown = show("/console/content?text=exam&kind=note&place=CS246");
  expect(shown.current).toMatchObject({ typed: "exam", filter: { kind: "note", place: "CS246", text: "exam" } });
  await act(async () => shown.current.go(-1));
  expect(shown.current.typed).toBe("");
  expect(shown.current.filter).toEqual({ kind: undefined, place: undefined, text: undefined });
  await act(async () => shown.current.go(1));
  expect(shown.current.typed).toBe("exam");
  // A filter from the URL triggers no further change of the URL.
  await pass(1000);
  expect(shown.current).toMatchObject({ address: "?text=exam&kind=note&place=CS246", way: "POP" });
});

test("an unknown kind is ignored, and removing one filter keeps the others", () => {
  const shown = show("/console/content?kind=toString&place=CS246");
  expect(shown.current.filter).toEqual({ kind: undefined, place: "CS246", text: undefined });
  act(() => shown.current.change({ kind: "audio" }));
  expect(shown.current.filter).toEqual({ kind: "audio", place: "CS246", text: undefined });
  act(() => shown.current.change({ place: undefined }));
  expect(shown.current.address).toBe("?kind=audio");
});
