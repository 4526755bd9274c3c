import { describe, expect, it } from "vitest";
import { countAfterToggle, shownCount } from "./likes";

describe("like counts", () => {
  it("S4.like.1 goes up and down by one at once", () => {
    expect(countAfterToggle(5, true)).toBe(6);
    expect(countAfterToggle(6, false)).toBe(5);
  });

  it("S4.like.3 never goes below 0", () => {
    expect(countAfterToggle(0, false)).toBe(0);
    expect(shownCount(0, false, { count: -1, listed: 0 })).toBe(0);
  });

  it("S3.like.1 shows the server's count until the list knows better", () => {
    expect(shownCount(5, true, { count: 8, listed: 5 })).toBe(8);
    expect(shownCount(9, true, { count: 8, listed: 5 })).toBe(9);
  });

  it("S1.j.2 counts one's own like although the list is behind", () => {
    expect(shownCount(0, true, undefined)).toBe(1);
  });
});
