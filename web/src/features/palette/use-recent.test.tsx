import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordRecentCourse } from "@/parts/recent-courses";
import { recentSearches, recordSearch } from "@/parts/recent-searches";
import { useRecent } from "./use-recent";

const asked = vi.hoisted(() => vi.fn());
vi.mock("@/core/search/queries", () => ({
  courseRecordsQuery: (codes: readonly string[]) => ({
    queryKey: ["records", ...codes],
    queryFn: async () => {
      asked(codes);
      return { courses: codes.map((code) => ({ code, title: `Title of ${code}` })) };
    },
  }),
}));

const onText = vi.fn();
beforeEach(() => vi.clearAllMocks());
afterEach(() => localStorage.clear());

function show(uid: string | undefined) {
  let hook: ReactNode = null;
  const router = createMemoryRouter([{ path: "*", element: <Host>{() => hook}</Host> }]);
  const { result } = renderHook(() => useRecent(uid, onText), {
    wrapper: ({ children }) => {
      hook = children;
      return (
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      );
    },
  });
  const names = () => result.current.map(({ title, commands }) => [title, commands.map(({ name }) => name)]);
  const choice = (name: string) =>
    result.current.flatMap(({ commands }) => commands).find((each) => each.name === name);
  return { router, names, choice };
}

function Host({ children }: { children: () => ReactNode }) {
  return children();
}

test("S2.pal.4 a visitor has no recent searches or courses, and none are requested", async () => {
  recordSearch("u1", "heaps");
  recordRecentCourse("u1", "CS246");
  const { names } = show(undefined);
  await act(async () => undefined);
  expect(names()).toEqual([
    ["Recent searches", []],
    ["Recently opened", []],
  ]);
  expect(asked).not.toHaveBeenCalled();
});

test("S2.pal.4 a recent search fills the box and keeps the palette open", () => {
  recordSearch("u1", "heaps");
  recordSearch("u1", "sorting");
  const { names, choice } = show("u1");
  expect(names()[0]).toEqual(["Recent searches", ["sorting", "heaps", "Clear recent searches"]]);
  const search = choice("heaps");
  expect(search).toMatchObject({ key: "search heaps", keepsPaletteOpen: true });
  search?.run();
  expect(onText).toHaveBeenCalledExactlyOnceWith("heaps");
  expect(asked).not.toHaveBeenCalled();
});

test("S2.pal.4 recent searches can be cleared, which deletes them on this device", () => {
  recordSearch("u1", "heaps");
  const { names, choice } = show("u1");
  const clear = choice("Clear recent searches");
  expect(clear).toMatchObject({ key: "forget", keepsPaletteOpen: true });
  act(() => clear?.run());
  expect(names()[0]).toEqual(["Recent searches", []]);
  expect(recentSearches("u1")).toEqual([]);
});

test("S2.pal.4 recently opened courses are listed with their code and open their page", async () => {
  recordRecentCourse("u1", "CS246");
  const { router, names, choice } = show("u1");
  await waitFor(() => expect(names()[1]).toEqual(["Recently opened", ["Title of CS246"]]));
  const course = choice("Title of CS246");
  expect(course).toMatchObject({ key: "CS246", code: { text: "CS 246", ranges: [] } });
  await act(async () => course?.run());
  expect(router.state.location.pathname).toContain("CS246");
});
