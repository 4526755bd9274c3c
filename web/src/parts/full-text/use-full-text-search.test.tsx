import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { useFullTextSearch } from "./use-full-text-search";

vi.mock("@/session/session", () => import("@/api/testing"));
const versions = vi.hoisted(() => ({ ask: () => Promise.resolve<object[]>([]) }));
vi.mock("@/data/search/full-text-indexes", () => ({
  fullTextIndexesQuery: () => ({ queryKey: ["versions"], queryFn: () => versions.ask(), retry: false }),
  fullTextIndexBytes: vi.fn(),
}));
const core = vi.hoisted(() => ({ pages: [{ note: "n1" }] as object[], isAsking: false }));
vi.mock("./use-meaning-search", () => ({
  useMeaningSearch: () => ({ pages: undefined, isPending: core.isAsking }),
}));
vi.mock("@/core/search/full-text", () => ({
  unloadFullTextIndexes: () => undefined,
  loadFullTextIndexes: async () => undefined,
  searchFullText: async () => core.pages,
}));

const found = (text = "heap") => {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFullTextSearch(text, { places: ["CS246"], limit: 4, maxPerNote: 2 }), { wrapper }).result;
};

test("S2.find.5 shows a busy state while the list of indexes loads, and offers a retry after an error", async () => {
  signInAs({ uid: "u1", name: "Amara" });
  let fail: (error: Error) => void = () => undefined;
  versions.ask = () =>
    new Promise((_resolve, reject) => {
      fail = reject;
    });
  const result = found();
  await waitFor(() => expect(result.current).toMatchObject({ isPending: true, isError: false, pages: undefined }));
  fail(new Error("no answer"));
  await waitFor(() => expect(result.current).toMatchObject({ isPending: false, isError: true }));
  versions.ask = async () => [{ sha256: "a" }];
  result.current.retry();
  await waitFor(() => expect(result.current).toMatchObject({ isError: false, pages: [{ note: "n1" }] }));
});

test.each([
  ["waits for the answer by meaning if pages found by meaning may come first", { staysFirst: false }, true],
  ["does not wait for the answer by meaning if the first page stays first", { staysFirst: true }, false],
])("S2.find.7 the search %s", async (_, first, isStale) => {
  signInAs({ uid: "u1", name: "Amara" });
  versions.ask = async () => [{ sha256: "a" }];
  core.isAsking = true;
  core.pages = [
    { note: "n1", ...first },
    { note: "n2", staysFirst: true },
  ];
  const result = found("heap of keys");
  await waitFor(() => expect(result.current.pages).toEqual(core.pages));
  expect(result.current.isStale).toBe(isStale);
});
