import type { components } from "@/api/schema";
import { counted } from "@/lib/text/format";

export type AccessibilityReport = components["schemas"]["AccessibilityReport"];
export type Finding = components["schemas"]["AccessibilityFinding"];
export type Check = Finding["check"];

/** Ways to correct a finding in each of the programs in which most notes are written. */
export interface Fixes {
  word: string;
  latex: string;
  libreOffice: string;
}

interface CheckTexts {
  title: string;
  /** Sentence about a file that lacks the property. */
  problem: (count: number) => string;
  /** Sentence about a file for which the check cannot decide. */
  undecided?: (count: number) => string;
  fixes: Fixes;
}

const tags: Fixes = {
  word: "Save as PDF with the option “Document structure tags for accessibility”. Do not print to a PDF printer.",
  latex: "Write \\DocumentMetadata{tagging=on} before \\documentclass, and compile with LuaLaTeX and a current tagpdf.",
  libreOffice: "Export as PDF with the option “Universal Accessibility (PDF/UA)” or “Tagged PDF”.",
};

const scan: Fixes = {
  word: "Publish the PDF of the original document. If there is only a scan, run text recognition (OCR) on it.",
  latex: "Publish the compiled PDF. If there is only a scan, run text recognition, for example with OCRmyPDF.",
  libreOffice: "Publish the PDF of the original document. If there is only a scan, run text recognition (OCR) on it.",
};

/** Texts of all checks, in the order of the report. */
export const checks: Readonly<Record<Check, CheckTexts>> = {
  tagged: {
    title: "Tags",
    problem: () => "The file is not tagged. Screen readers cannot tell its headings, lists and tables from other text.",
    fixes: tags,
  },
  title: {
    title: "Title",
    problem: () => "The file has no title.",
    fixes: {
      word: "Enter a title under File › Info › Properties.",
      latex: "Set the title with \\hypersetup{pdftitle={…}}.",
      libreOffice: "Enter a title under File › Properties › Description.",
    },
  },
  titleShown: {
    title: "Title in the window",
    problem: () => "Readers show the name of the file instead of its title.",
    fixes: {
      word: "Save with structure tags. If that is not enough, choose Document Title under Properties › Initial View in Acrobat.",
      latex: "Write \\hypersetup{pdfdisplaydoctitle=true}.",
      libreOffice: "Choose “Display document title” in the tab User Interface of the PDF export.",
    },
  },
  language: {
    title: "Language",
    problem: () => "The file does not name its language. Screen readers may read it with the wrong pronunciation.",
    fixes: {
      word: "Select all text and choose its language under Review › Language.",
      latex: "Write \\DocumentMetadata{lang=en-GB} with your language before \\documentclass.",
      libreOffice: "Choose the language under Tools › Language › For All Text.",
    },
  },
  textLayer: {
    title: "Text",
    problem: (count) => `${counted(count, "page is an image", "pages are images")} without text.`,
    undecided: (count) =>
      `${counted(count, "page has", "pages have")} drawings and no text. If the drawings show text, screen readers cannot read it.`,
    fixes: scan,
  },
  readableText: {
    title: "Readable characters",
    problem: (count) => `The fonts of ${counted(count, "page", "pages")} do not say which characters they show.`,
    fixes: {
      word: "Save as PDF instead of printing to a PDF printer.",
      latex: "Compile with LuaLaTeX, or write \\input{glyphtounicode} and \\pdfgentounicode=1 for pdfLaTeX.",
      libreOffice: "Export as PDF instead of printing to a file.",
    },
  },
  order: {
    title: "Reading order",
    problem: (count) =>
      `Text of ${counted(count, "page", "pages")} is neither tagged nor marked as decoration, so its place in the reading order is guessed.`,
    undecided: (count) =>
      `The text of ${counted(count, "page", "pages")} is not tagged, or is part of a picture. Does a screen reader read it in the right order?`,
    fixes: {
      word: "Use columns instead of text boxes, set pictures in line with the text, and save with structure tags.",
      latex: "Switch tagging on with \\DocumentMetadata{tagging=on}, and avoid packages that tagpdf does not support.",
      libreOffice: "Anchor frames as characters, and export as “Tagged PDF”.",
    },
  },
  headings: {
    title: "Headings",
    problem: () => "The text has headings, but none of them is tagged as one.",
    undecided: () => "No heading is tagged. If the note has sections, their headings should be.",
    fixes: {
      word: "Give headings the styles Heading 1 to Heading 6, and save with structure tags.",
      latex: "Use \\section and \\subsection instead of bold text, and switch tagging on.",
      libreOffice: "Give headings the styles Heading 1 to Heading 6, and export as “Tagged PDF”.",
    },
  },
  headingLevels: {
    title: "Levels of headings",
    problem: () => "The first heading is not of level 1, or a level is skipped.",
    undecided: () =>
      "No heading is tagged, so there are no levels to check. In the document, does the first heading have level 1, and are all levels used in order?",
    fixes: {
      word: "Begin with Heading 1, and use Heading 3 only below Heading 2.",
      latex: "Begin with \\section, and use \\subsubsection only below \\subsection.",
      libreOffice: "Begin with Heading 1, and use Heading 3 only below Heading 2.",
    },
  },
  alternativeTexts: {
    title: "Alternative texts",
    problem: (count) => `${counted(count, "figure or formula has", "figures or formulas have")} no alternative text.`,
    undecided: (count) =>
      count === 1
        ? "1 picture or formula is not tagged, so it cannot have an alternative text. It needs one unless it is decoration."
        : `${counted(count, "picture or formula is", "pictures or formulas are")} not tagged, so none of them can have an alternative text. All that are not decoration need one.`,
    fixes: {
      word: "Right-click the picture, choose View Alt Text and describe it, or mark it as decorative.",
      latex: "Write \\includegraphics[alt={…}]{…}, or [artifact] for decoration. Formulas get their source as text.",
      libreOffice: "Enter a text in Properties › Options › Alternative of the picture, or mark it as decorative.",
    },
  },
  contrast: {
    title: "Contrast",
    problem: (count) =>
      `${counted(count, "letter has", "letters have")} too little contrast: less than 4.5:1, or 3:1 for large text.`,
    undecided: (count) =>
      `On ${counted(count, "page", "pages")}, the contrast could not be computed: text is transparent, part of a picture, or on a picture, a pattern or another shape. Is it easy to read there?`,
    fixes: {
      word: "Choose a darker colour for the text, or a lighter one behind it. The Accessibility Checker finds the places.",
      latex: "Choose darker colours, for example gray!60!black instead of gray.",
      libreOffice: "Choose a darker colour for the text. Tools › Accessibility Check finds the places.",
    },
  },
  formFields: {
    title: "Form fields",
    problem: (count) => `${counted(count, "form field has", "form fields have")} no description.`,
    fixes: {
      word: "Word cannot describe the fields of a PDF. Add a tooltip to each field in Acrobat.",
      latex: "Describe the field with the option altname={…} of hyperref.",
      libreOffice: "Enter a help text in the properties of the control.",
    },
  },
};

export const checkNames = Object.keys(checks) as Check[];

/** Returns the sentence about a finding, with its pages. */
export function findingText({ check, outcome, count, pages }: Finding): string {
  const { problem, undecided = problem } = checks[check];
  const text = outcome === "problem" ? problem(count) : undecided(count);
  return pages ? `${text} (Pages: ${pages})` : text;
}

/**
 * Returns the result of a report in a few words: `3 problems, 2 to check`. The report is `undefined` if the file has not
 * been checked.
 */
export function reportSummary(report: AccessibilityReport | undefined): string {
  if (!report) return "Not checked yet";
  const problems = report.findings.filter(({ outcome }) => outcome === "problem").length;
  const undecided = report.findings.length - problems;
  const found = problems === 0 ? "No problems" : counted(problems, "problem", "problems");
  return undecided === 0 ? found : `${found}, ${undecided} to check`;
}
