import type { components } from "@/api/schema";

type PdfMetadata = components["schemas"]["PdfMetadata"];

/** Returns the problems of a PDF for administrators: missing preview, missing text and unreadable pages. */
export function processingWarnings(facts: PdfMetadata): readonly string[] {
  const text = facts.textMissing ?? scanRemark(facts);
  return [facts.previewMissing, text, unreadableRemark(facts)].filter((remark) => remark !== undefined);
}

function scanRemark({ hasText, scannedPages, unreadablePages }: PdfMetadata): string | undefined {
  if (hasText === false && !unreadablePages) return "It is a scan, so its text can't be searched.";
  return scannedPages && `Search does not cover these scanned pages: ${scannedPages}.`;
}

function unreadableRemark({ unreadablePages }: PdfMetadata): string | undefined {
  return (
    unreadablePages &&
    `Pages whose text could not be extracted, because the file does not say which characters its fonts draw: ${unreadablePages}. Search does not cover them.`
  );
}
