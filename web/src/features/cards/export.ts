import { loadCards } from "@/core/cards";
import { saveFile } from "@/lib/save-file";

/** What is exported of a card. */
export interface Exported {
  title: string;
  content: string;
}

/** Saves cards as CSV, without their pictures. */
export async function exportCsv(name: string, cards: readonly Exported[]): Promise<void> {
  const core = await loadCards();
  const csv = core.cardsAsCsv(cards.map(({ title, content }) => ({ title, content })));
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
}
