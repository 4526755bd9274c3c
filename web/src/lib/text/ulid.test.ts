import { describe, expect, it } from "vitest";
import { isUlid, newUlid, ulidAtIndex } from "./ulid";

describe("ULID", () => {
  it("has the standard format and sorts by time", () => {
    // Time part of the example in the ULID specification.
    expect(newUlid(1_469_918_176_385).slice(0, 10)).toBe("01ARYZ6S41");
    expect(newUlid(1) < newUlid(2)).toBe(true);
    expect(isUlid(newUlid())).toBe(true);
  });

  it("sorts items of the same time by descending position, before items of later times", () => {
    const ids = [2, 40, 1, 32_767, 0].map((place) => ulidAtIndex(5, place));
    expect(ids.every(isUlid)).toBe(true);
    const [second, fortieth, first, last, front] = ids;
    expect([...ids].sort()).toEqual([last, fortieth, second, first, front]);
    expect(String(front) < newUlid(6)).toBe(true);
  });

  it("distinguishes the id of a note from a course code", () => {
    expect(isUlid("CS246")).toBe(false);
    expect(isUlid("01JD8Z5V7R8XQ4N2T6W0YB3C9E")).toBe(true);
    expect(isUlid("81JD8Z5V7R8XQ4N2T6W0YB3C9E")).toBe(false);
  });

  it.each([
    ["an extra character before it", "n01JD8Z5V7R8XQ4N2T6W0YB3C9E"],
    ["an extra character after it", "01JD8Z5V7R8XQ4N2T6W0YB3C9E0"],
    ["a letter that looks like a digit", "01JD8Z5V7R8XQ4N2T6W0YB3C9I"],
    ["lower-case letters", "01jd8z5v7r8xq4n2t6w0yb3c9e"],
  ])("rejects an id with %s", (_, text) => {
    expect(isUlid(text)).toBe(false);
  });
});
