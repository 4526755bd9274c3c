import { FileText } from "lucide-react";
import type { UploadMetadata } from "./selected-files";
import type { UploadFormKind } from "./upload-form";
import type { SelectedFileInfo } from "./use-upload-form";

export const PDF_CONTENT_TYPE = "application/pdf";

export const pdfForm = {
  title: "Upload PDF Note",
  noun: "notes",
  missingFile: "Choose a PDF file.",
  icon: <FileText />,
  accept: `.pdf,${PDF_CONTENT_TYPE}`,
} satisfies Partial<UploadFormKind<UploadMetadata>>;

/**
 * Returns the MIME type. Falls back to the file name, because some systems report no type; the server checks the
 * content.
 */
export function pdfType({ name, type }: SelectedFileInfo): string {
  return type || (/\.pdf$/i.test(name) ? PDF_CONTENT_TYPE : "");
}
