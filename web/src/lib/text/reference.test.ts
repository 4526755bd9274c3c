import { expect, test } from "vitest";
import { requestIdOf, requestIdText } from "./reference";

const failure = (more: object) => Object.assign(new Error("Failed."), more);

test.each([
  [failure({ status: 500, traceId: "abc" }), "abc"],
  [failure({ status: 503, traceId: "abc" }), "abc"],
  [failure({ status: 499, traceId: "abc" }), undefined],
  [failure({ status: "500", traceId: "abc" }), undefined],
  [failure({ status: 500, traceId: 7 }), undefined],
  [failure({ status: 500 }), undefined],
  [failure({ traceId: "abc" }), undefined],
  [{ status: 500, traceId: "abc" }, undefined],
  [undefined, undefined],
])("only a server failure has an error reference: %#", (error, expected) => {
  expect(requestIdOf(error)).toBe(expected);
});

test("the sentence about an error reference contains the reference", () => {
  expect(requestIdText("abc")).toBe("If it keeps happening, report it with this reference: abc");
});
