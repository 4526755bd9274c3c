import { describe, expect, it } from "vitest";
import { fileRemarks } from "./file-remarks";

describe("fileRemarks", () => {
  it("S4.up.5 says nothing of a file that everything could be made of, and of one from before anybody looked", () => {
    expect(fileRemarks({ hasText: true, pdfVersion: "1.7" })).toEqual([]);
    expect(fileRemarks({})).toEqual([]);
  });

  it("S4.up.5 marks a scan, and says what is missing and why", () => {
    expect(fileRemarks({ hasText: false })).toEqual(["It is a scan: there is no text in it that could be searched."]);
    expect(
      fileRemarks({
        previewMissing: "Its first page takes too long to draw.",
        textMissing: "Its text could not be read.",
      }),
    ).toEqual(["Its first page takes too long to draw.", "Its text could not be read."]);
  });
});
