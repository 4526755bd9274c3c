import { expect, test } from "vitest";
import type { FindCandidatePages } from "./indexed-find-controller";
import { IndexedPages } from "./indexed-pages";

const THREE = [12, 2, 7];

test("S2.read.3 words that only the index contains lead to its pages in order, beginning at the current page", async () => {
  const pages = new IndexedPages(async () => new Set(THREE));
  expect(await pages.first("office", 3)).toEqual({ page: 7, current: 2, total: 3 });
  expect(pages.next(false)).toEqual({ page: 12, current: 3, total: 3 });
  expect(pages.next(false)).toEqual({ page: 2, current: 1, total: 3 });
  expect(pages.next(true)).toEqual({ page: 12, current: 3, total: 3 });
  expect(await pages.first("office", 13)).toEqual({ page: 2, current: 1, total: 3 });
});

test.each([
  ["without a match", new Set<number>()],
  ["that is unavailable", undefined],
])("S2.read.3 an index %s leads to no page", async (_what, found) => {
  const pages = new IndexedPages(async () => found);
  expect(await pages.first("zebra", 1)).toBeUndefined();
  expect(pages.next(false)).toBeUndefined();
});

test("S2.read.3 a late response of the index does not replace the pages of a newer query", async () => {
  let answer: (pages: ReadonlySet<number>) => void = () => undefined;
  const late = new Promise<ReadonlySet<number>>((resolve) => {
    answer = resolve;
  });
  const pagesWith: FindCandidatePages = async (words) => (words === "off" ? late : new Set([4]));
  const pages = new IndexedPages(pagesWith);
  const before = pages.first("off", 1);
  expect(await pages.first("office", 1)).toEqual({ page: 4, current: 1, total: 1 });
  answer(new Set(THREE));
  expect(await before).toBeUndefined();
  expect(pages.next(false)?.page).toBe(4);
  pages.clear();
  expect(pages.next(false)).toBeUndefined();
});
