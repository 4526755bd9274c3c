// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { uploadsOfThisTab } from "./uploads-of-this-tab";

beforeEach(() => sessionStorage.clear());

test("S4.up.7 a tab knows the uploads that it started, also after a reload, until they are cleared", () => {
  expect(uploadsOfThisTab.has("a")).toBe(false);
  uploadsOfThisTab.add("a");
  uploadsOfThisTab.add("b");
  uploadsOfThisTab.add("a");
  expect([uploadsOfThisTab.has("a"), uploadsOfThisTab.has("b"), uploadsOfThisTab.has("c")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(sessionStorage.getItem("nn:uploads")).toBe('["a","b"]');
  uploadsOfThisTab.clear();
  expect(uploadsOfThisTab.has("a")).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test.each(["not JSON", '{"a":1}', '"a"', "null"])("a damaged list (%s) counts as empty", (damaged) => {
  sessionStorage.setItem("nn:uploads", damaged);
  expect(uploadsOfThisTab.has("a")).toBe(false);
  uploadsOfThisTab.add("a");
  expect(uploadsOfThisTab.has("a")).toBe(true);
});

test("entries that are no ids are ignored", () => {
  sessionStorage.setItem("nn:uploads", '[1,"a",null]');
  expect(uploadsOfThisTab.has("a")).toBe(true);
  uploadsOfThisTab.add("b");
  expect(sessionStorage.getItem("nn:uploads")).toBe('["a","b"]');
});

test("disabled storage is not an error", () => {
  const refuse = () => {
    throw new DOMException("Disabled.", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  uploadsOfThisTab.add("a");
  uploadsOfThisTab.clear();
  expect(uploadsOfThisTab.has("a")).toBe(false);
});
