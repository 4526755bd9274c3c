// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { sentHere } from "./sent-here";

beforeEach(() => sessionStorage.clear());

test("S4.up.7 a tab knows the uploads that it started, also after a reload, until they are cleared", () => {
  expect(sentHere.has("a")).toBe(false);
  sentHere.add("a");
  sentHere.add("b");
  sentHere.add("a");
  expect([sentHere.has("a"), sentHere.has("b"), sentHere.has("c")]).toEqual([true, true, false]);
  expect(sessionStorage.getItem("nn:uploads")).toBe('["a","b"]');
  sentHere.clear();
  expect(sentHere.has("a")).toBe(false);
  expect(sessionStorage).toHaveLength(0);
});

test.each(["not JSON", '{"a":1}', '"a"', "null"])("a damaged list (%s) counts as empty", (damaged) => {
  sessionStorage.setItem("nn:uploads", damaged);
  expect(sentHere.has("a")).toBe(false);
  sentHere.add("a");
  expect(sentHere.has("a")).toBe(true);
});

test("entries that are no ids are ignored", () => {
  sessionStorage.setItem("nn:uploads", '[1,"a",null]');
  expect(sentHere.has("a")).toBe(true);
  sentHere.add("b");
  expect(sessionStorage.getItem("nn:uploads")).toBe('["a","b"]');
});

test("disabled storage is not an error", () => {
  const refuse = () => {
    throw new DOMException("Disabled.", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  sentHere.add("a");
  sentHere.clear();
  expect(sentHere.has("a")).toBe(false);
});
