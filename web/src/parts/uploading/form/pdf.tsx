import { FileText } from "lucide-react";
import type { Described } from "./chosen";
import type { UploadFormKind } from "./upload-form";
import type { FileFacts } from "./use-upload-form";

export const PDF = "application/pdf";

/** What the two forms for PDFs have in common. */
export const pdfForm = {
  title: "Upload PDF Note",
  noun: "notes",
  missingFile: "Choose a PDF file.",
  icon: <FileText />,
  accept: `.pdf,${PDF}`,
} satisfies Partial<UploadFormKind<Described>>;

/** Some systems know no type for a file; then its name decides, and the server looks inside anyway. */
export function pdfType({ name, type }: FileFacts): string {
  return type || (/\.pdf$/i.test(name) ? PDF : "");
}
