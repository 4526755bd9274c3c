import { expect, test, vi } from "vitest";
import { readAllItems, readPages } from "./pages";

/** Returns the reader of a list of three pages. */
const reader = () =>
  vi.fn(async ({ cursor = "1" }: { cursor?: string }) => ({
    items: [`item ${cursor}`],
    ...(cursor !== "3" && { nextCursor: String(Number(cursor) + 1) }),
  }));

test("reads all pages of a list in order", async () => {
  const read = reader();
  expect(await readAllItems(read)).toEqual(["item 1", "item 2", "item 3"]);
  expect(read.mock.calls).toEqual([[{}], [{ cursor: "2" }], [{ cursor: "3" }]]);
});

test("does not read a page again that was already read", async () => {
  const read = reader();
  expect(await readAllItems(read, { items: ["item 1"], nextCursor: "2" })).toEqual(["item 1", "item 2", "item 3"]);
  expect(read).toHaveBeenCalledTimes(2);
  expect(await readAllItems(read, { items: ["only"] })).toEqual(["only"]);
  expect(read).toHaveBeenCalledTimes(2);
});

test("reads from a cursor and stops when the caller does", async () => {
  const read = reader();
  for await (const { items } of readPages(read, "2")) {
    expect(items).toEqual(["item 2"]);
    break;
  }
  expect(read.mock.calls).toEqual([[{ cursor: "2" }]]);
});
