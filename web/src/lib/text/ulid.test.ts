import { describe, expect, it } from "vitest";
import { isUlid, newUlid } from "./ulid";

describe("ulid", () => {
  it("has the published shape and sorts by time", () => {
    // Time part of the example in the ULID specification.
    expect(newUlid(1_469_918_176_385).slice(0, 10)).toBe("01ARYZ6S41");
    expect(newUlid(1) < newUlid(2)).toBe(true);
    expect(isUlid(newUlid())).toBe(true);
  });

  it("tells a note from a course", () => {
    expect(isUlid("CS246")).toBe(false);
    expect(isUlid("01JD8Z5V7R8XQ4N2T6W0YB3C9E")).toBe(true);
    expect(isUlid("81JD8Z5V7R8XQ4N2T6W0YB3C9E")).toBe(false);
  });

  it.each([
    ["something before it", "n01JD8Z5V7R8XQ4N2T6W0YB3C9E"],
    ["something behind it", "01JD8Z5V7R8XQ4N2T6W0YB3C9E0"],
    ["a letter that looks like a digit", "01JD8Z5V7R8XQ4N2T6W0YB3C9I"],
    ["small letters", "01jd8z5v7r8xq4n2t6w0yb3c9e"],
  ])("an id with %s is none", (_, text) => {
    expect(isUlid(text)).toBe(false);
  });
});
