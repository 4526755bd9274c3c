import type { components } from "@/api/schema";

type Facts = components["schemas"]["PdfFacts"];

/** Returns the problems of a PDF for administrators: missing preview, missing text and unreadable pages. */
export function fileRemarks(facts: Facts): readonly string[] {
  const text = facts.textMissing ?? scanRemark(facts);
  return [facts.previewMissing, text, unreadableRemark(facts)].filter((remark) => remark !== undefined);
}

function scanRemark({ hasText, scannedPages, unreadablePages }: Facts): string | undefined {
  if (hasText === false && !unreadablePages) return "It is a scan, so its text can't be searched.";
  return scannedPages && `Search does not cover these scanned pages: ${scannedPages}.`;
}

function unreadableRemark({ unreadablePages }: Facts): string | undefined {
  return (
    unreadablePages &&
    `Pages whose text could not be extracted, because the file does not say which characters its fonts draw: ${unreadablePages}. Search does not cover them.`
  );
}
