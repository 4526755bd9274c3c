import type { QueryClient } from "@tanstack/react-query";
import type { PersonalCard, StudyCard } from "@/api/models";
import { loadCards } from "@/core/cards";
import { loadGaps, mayHaveGaps } from "@/core/gaps";
import { isPersonalCardImage, personalCardImageQuery } from "@/data/cards/personal-cards";
import { saveFile } from "@/lib/browser/save-file";

export type ExportableCard = Pick<StudyCard | PersonalCard, "id" | "title" | "content" | "image">;

/** Concurrent image requests, and cards rendered per task so that the page stays responsive. */
const PICTURES_AT_ONCE = 6;
const CARDS_AT_ONCE = 50;

export async function exportCsv(name: string, cards: readonly ExportableCard[]): Promise<void> {
  const core = await loadCards();
  const csv = core.cardsAsCsv(cards.map(({ title, content }) => ({ title, content })));
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
}

export async function exportApkg(queries: QueryClient, name: string, cards: readonly ExportableCard[]): Promise<void> {
  const [core, { toHtml }] = await Promise.all([loadCards(), import("./export-html")]);
  const gaps = cards.some(({ title }) => mayHaveGaps(title)) ? await loadGaps() : undefined;
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (const some of inParts(
    cards.filter(({ image }) => image),
    PICTURES_AT_ONCE,
  )) {
    files.push(...(await Promise.all(some.map((card) => pictureOf(queries, card)))));
  }
  const notes: { guid: string; front: string; back: string; gaps?: number[] }[] = [];
  for (const some of inParts(cards, CARDS_AT_ONCE)) {
    const sides = toHtml(some.flatMap(({ title, content }) => [gaps?.gapsForAnki(title) ?? title, content]));
    for (const [index, { id, title, image }] of some.entries()) {
      const numbers = [...(gaps?.gapNumbers(title) ?? [])];
      const front = `${sides[2 * index] ?? ""}${image ? `<p>${imageTag(fileName(id), image.alt)}</p>` : ""}`;
      const back = sides[2 * index + 1] ?? "";
      // Anki does not change the type of a note that it knows, so a card that got gaps is another note.
      notes.push(numbers.length > 0 ? { guid: `${id}-gaps`, front, back, gaps: numbers } : { guid: id, front, back });
    }
    await new Promise((next) => setTimeout(next));
  }
  const names = files.map((file) => file.name);
  const bytes = files.map((file) => file.bytes);
  const deck = core.cardsAsApkg(name, notes, names, bytes, Date.now());
  saveFile(new Blob([new Uint8Array(deck)], { type: "application/octet-stream" }), `${name}.apkg`);
}

/** The server re-encodes all images as JPEG. */
const fileName = (id: string) => `note-ninja-${id}.jpg`;

function imageTag(src: string, alt: string): string {
  const image = document.createElement("img");
  image.setAttribute("src", src);
  image.setAttribute("alt", alt);
  return image.outerHTML;
}

async function pictureOf(queries: QueryClient, { id, image }: ExportableCard) {
  const name = fileName(id);
  if (!image) return { name, bytes: new Uint8Array() };
  if (isPersonalCardImage(image.url))
    return { name, bytes: await queries.fetchQuery(personalCardImageQuery(image.url)) };
  const response = await fetch(image.url);
  if (!response.ok) throw new Error(`The picture of a card could not be loaded (${response.status}).`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
