import type { ContentEntry } from "@/data/admin/admin";
import { collectionTitle } from "@/lib/urls/collections";
import { type Check, checkNames, checks, reportSummary } from "@/parts/accessibility/findings";

/** Byte order mark, by which spreadsheet programs recognise UTF-8. */
const BOM = "\uFEFF";

/**
 * Start of a formula: at the start of a value, or after a character at which a spreadsheet program of another locale
 * divides cells. Some programs skip spaces, and read full-width characters as the ASCII ones.
 */
const FORMULA_START = /(^|[;|\t\r\n])(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Quotes a value. Spreadsheet programs run text such as `=1+1` as a formula, so that gets an apostrophe. */
function cell(value: string): string {
  return `"${value.replace(FORMULA_START, "$1'").replaceAll('"', '""')}"`;
}

function resultOf({ accessibility }: ContentEntry, check: Check): string {
  if (!accessibility) return "";
  const finding = accessibility.findings.find((each) => each.check === check);
  if (!finding) return "passed";
  const { outcome, count, pages } = finding;
  return [outcome, count > 0 && `${count}`, pages && `pages ${pages}`].filter(Boolean).join("; ");
}

/** Returns the accessibility reports of the notes among these items as CSV: one row per note, one column per check. */
export function accessibilityCsv(entries: readonly ContentEntry[]): string {
  const head = [
    "Title",
    "Place",
    "Part",
    "File",
    "Uploaded",
    "Result",
    ...checkNames.map((name) => checks[name].title),
  ];
  const rows = entries
    .filter(({ kind }) => kind !== "audio")
    .map((entry) => {
      const { title, place, part, fileName, uploadDate, accessibility } = entry;
      const results = checkNames.map((check) => resultOf(entry, check));
      return [title, collectionTitle(place), part, fileName, uploadDate, reportSummary(accessibility), ...results];
    });
  return BOM + [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
