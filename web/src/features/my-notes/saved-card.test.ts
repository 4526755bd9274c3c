import { describe, expect, it } from "vitest";
import { lineUnderTitle, whatIsLeft } from "./saved-card";

describe("saved card", () => {
  it("S2.my.4 shows the description, else the file name", () => {
    expect(lineUnderTitle({ description: "Six patterns", fileName: "a.pdf" })).toBe("Six patterns");
    expect(lineUnderTitle({ description: "", fileName: "a.pdf" })).toBe("a.pdf");
  });

  it("H20 says until when the file of a deleted note is kept", () => {
    const noteId = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
    expect(whatIsLeft({ noteId, fileUntil: "2026-12-21T12:00:00Z" })).toBe(
      "The original was deleted. Its file is kept until 21 Dec 2026.",
    );
    expect(whatIsLeft({ noteId })).toBe("The original was deleted, and its file with it.");
  });
});
