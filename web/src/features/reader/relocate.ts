import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Highlight } from "@/api/models";
import { findInPieces } from "./anchor";
import type { PagesWith } from "./finder";

/** How far from its old page a highlight is sought in a long note: each page that is read is fetched for it. */
const FAR_PAGES = 40;

/** The pages to look at, the old one first, then those around it. */
function pagesAround(page: number, pages: number): number[] {
  const around: number[] = [];
  const start = Math.min(page, pages);
  for (let step = 0; step <= FAR_PAGES; step++) {
    if (start - step >= 1) around.push(start - step);
    if (step > 0 && start + step <= pages) around.push(start + step);
  }
  return around;
}

/** In a long note those first of which it is known that they may have the words, wherever they are. */
async function pagesFor({ mark }: Highlight, pages: number, pagesWith: PagesWith): Promise<Set<number>> {
  const around = pagesAround(mark.page, pages);
  if (around.length >= pages) return new Set(around);
  const known = [...((await pagesWith(mark.quote)) ?? [])].filter((page) => page <= pages);
  const fromThere = (page: number) => Math.abs(page - mark.page);
  return new Set([...known.sort((one, other) => fromThere(one) - fromThere(other)), ...around]);
}

/** Looks for what was marked in an earlier file. `onFound` is called with its page now; without one if it is not found. */
export async function relocate(
  file: PDFDocumentProxy,
  highlights: readonly Highlight[],
  pagesWith: PagesWith,
  onFound: (highlight: Highlight, page: number | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const texts = new Map<number, Promise<string[]>>();
  const textOf = (page: number) => {
    const known = texts.get(page) ?? readText(file, page);
    texts.set(page, known);
    return known;
  };
  for (const highlight of highlights) {
    let found: number | undefined;
    for (const page of await pagesFor(highlight, file.numPages, pagesWith)) {
      const pieces = await textOf(page);
      if (signal.aborted) return;
      if (!findInPieces(pieces, highlight.mark)) continue;
      found = page;
      break;
    }
    onFound(highlight, found);
  }
}

async function readText(file: PDFDocumentProxy, page: number): Promise<string[]> {
  const { items } = await (await file.getPage(page)).getTextContent();
  return items.flatMap((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : []));
}
