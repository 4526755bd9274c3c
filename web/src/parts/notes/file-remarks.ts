import type { components } from "@/api/schema";

type Facts = components["schemas"]["PdfFacts"];

/** What an administrator should know of a PDF: what could not be made of it, and why. */
export function fileRemarks({ hasText, textMissing, previewMissing }: Facts): readonly string[] {
  const scan = hasText === false ? "It is a scan: there is no text in it that could be searched." : undefined;
  return [previewMissing, textMissing ?? scan].filter((remark) => remark !== undefined);
}
