import { describe, expect, it } from "vitest";
import { lineUnderTitle } from "./saved-card";

describe("saved card", () => {
  it("S2.my.4 shows the description, else the file name", () => {
    expect(lineUnderTitle({ description: "Six patterns", fileName: "a.pdf" })).toBe("Six patterns");
    expect(lineUnderTitle({ description: "", fileName: "a.pdf" })).toBe("a.pdf");
  });
});
