import { describe, expect, it } from "vitest";
import { processingWarnings } from "./processing-warnings";

describe("processing warnings of a file", () => {
  it("S4.up.5 shows nothing for a completely processed file, or for one that was never checked", () => {
    expect(processingWarnings({ hasText: true, pdfVersion: "1.7" })).toEqual([]);
    expect(processingWarnings({})).toEqual([]);
  });

  it("S4.up.5 marks a scan, and shows what is missing and why", () => {
    expect(processingWarnings({ hasText: false })).toEqual(["It is a scan, so its text can't be searched."]);
    expect(
      processingWarnings({
        previewMissing: "Its first page takes too long to draw.",
        textMissing: "Its text could not be read.",
      }),
    ).toEqual(["Its first page takes too long to draw.", "Its text could not be read."]);
  });

  it("S4.up.5 distinguishes scanned pages from pages whose text could not be extracted", () => {
    expect(processingWarnings({ hasText: true, scannedPages: "2–4, 7", unreadablePages: "5" })).toEqual([
      "Search does not cover these scanned pages: 2–4, 7.",
      "Pages whose text could not be extracted, because the file does not say which characters its fonts draw: 5. Search does not cover them.",
    ]);
    expect(processingWarnings({ hasText: false, unreadablePages: "1–9" })).toEqual([
      "Pages whose text could not be extracted, because the file does not say which characters its fonts draw: 1–9. Search does not cover them.",
    ]);
  });
});
