import type { StudyChapter } from "@/api/models";
import { loadCards } from "@/core/cards";
import { saveFile } from "@/lib/save-file";

/** The name of a file with the cards of a chapter, without its ending. */
export function exportName({ chapter }: StudyChapter): string {
  const title = chapter.title.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return `${chapter.course} ${chapter.number} ${title}`.trim();
}

/** Saves the cards of a chapter as CSV, without their pictures. */
export async function exportCsv(deck: StudyChapter): Promise<void> {
  const core = await loadCards();
  const csv = core.cardsAsCsv(deck.cards.map(({ title, content }) => ({ title, content })));
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${exportName(deck)}.csv`);
}
