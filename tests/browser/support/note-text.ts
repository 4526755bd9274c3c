import type { Page } from "@playwright/test";
import { createCourse, publishNote } from "./content";
import { pdfWithContents } from "./pdf";
import { disableBatching } from "./routes";
import { uniqueName } from "./users";

/** A block of a page, as in the text of a note. */
export interface Block {
  kind: string;
  text: string;
  level?: number;
  marker?: string;
  alt?: string;
  continues?: boolean;
  lang?: string;
}

const [WIDTH, HEIGHT, LEFT, LINE] = [595, 842, 72, 16];
/** Number of characters per line. */
const CHARACTERS = 75;
/** Height of a figure, and of each row of a table. */
const [FIGURE, ROW] = [90, 20];

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < CHARACTERS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const drawn = (text: string, left: number, top: number) =>
  `BT /F1 11 Tf ${left} ${HEIGHT - top - 12} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`;

/** Draws a block. Returns its content stream and its height. */
function drawBlock({ kind, text, marker }: Block, top: number): { content: string; height: number } {
  if (kind === "figure") {
    const box = `0.2 0.45 0.75 rg ${LEFT + 20} ${HEIGHT - top - 80} 60 70 re f 0.85 0.5 0.2 rg ${LEFT + 110} ${HEIGHT - top - 50} 60 40 re f 0 g\n`;
    return { content: box + drawn(text, LEFT + 200, top + 40), height: FIGURE };
  }
  if (kind === "table") {
    const rows = text.split("\n").map((row) => row.split("\t"));
    const content = rows.flatMap((cells, row) =>
      cells.map((cell, at) => drawn(cell, LEFT + at * 120, top + row * ROW)),
    );
    return { content: content.join(""), height: rows.length * ROW };
  }
  const lines = text.split("\n").flatMap(linesOf);
  const left = marker ? LEFT + 16 : LEFT;
  const content = lines.map((line, at) => drawn(line, left, top + at * LINE)).join("");
  return {
    content: (marker ? drawn(marker, LEFT, top) : "") + content,
    height: lines.length * LINE,
  };
}

/** Lays out the blocks of one page. Returns its content stream and its text. */
function layOut(blocks: readonly Block[], page: number) {
  let top = 60;
  let content = "";
  const placed = blocks.map((block) => {
    const { content: more, height } = drawBlock(block, top);
    content += more;
    const box = [LEFT, top, WIDTH - 2 * LEFT, height];
    top += height + 10;
    return { ...block, box };
  });
  return {
    content,
    text: { page, width: WIDTH, height: HEIGHT, blocks: placed },
  };
}

/** Publishes a note with these pages. Returns the note and its text, as the server provides it. */
export async function publishText(pages: readonly (readonly Block[])[]) {
  const [code, title] = [await createCourse(), uniqueName("Heaps")];
  const laidOut = pages.map((blocks, index) => layOut(blocks, index + 1));
  const file = pdfWithContents(
    laidOut.map(({ content }) => content),
    title,
  );
  const id = await publishNote(code, title, "", file);
  return {
    code,
    title,
    id,
    text: {
      version: 1,
      order: "layout",
      language: "en",
      pages: laidOut.map((each) => each.text),
    },
  };
}

/** Serves a text for a note, and pretends that its file has this many pages. */
export async function serveText(page: Page, id: string, text: object, pages?: number): Promise<void> {
  await disableBatching(page);
  await page.route(`**/api/notes/${id}/reading`, async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), textUrl: `/text-of-${id}.json`, ...(pages && { pages }) };
    await route.fulfill({ response, json });
  });
  await page.route(`**/text-of-${id}.json`, (route) => route.fulfill({ json: text }));
}

/** Serves a note without its text, as the API does for scanned notes. */
export async function withoutText(page: Page, id: string): Promise<void> {
  await disableBatching(page);
  await page.route(`**/api/notes/${id}/reading`, async (route) => {
    const response = await route.fetch();
    const { textUrl: _, ...json } = await response.json();
    await route.fulfill({ response, json });
  });
}

const paragraph = (text: string): Block => ({ kind: "paragraph", text });

const SENTENCES = [
  "A heap is a tree in which every parent is at most as large as its children.",
  "The smallest element is therefore at the root, and it can be read in constant time.",
  "An array stores the levels of the tree one after the other, without pointers.",
  "Sifting down repairs the order after the root was replaced by the last element.",
];

/** Five pages about heaps, with one block of each kind. Each page has a running head and a page number. */
export const HEAPS: readonly (readonly Block[])[] = [
  [
    { kind: "header", text: "CS 240 running head" },
    { kind: "heading", level: 1, text: "Heaps" },
    paragraph(SENTENCES.slice(0, 2).join(" ")),
    {
      kind: "listItem",
      level: 1,
      marker: "1.",
      text: "Insert an element at the end.",
    },
    { kind: "listItem", level: 2, marker: "(a)", text: "Sift it up." },
    { kind: "listItem", level: 1, marker: "2.", text: "Remove the root." },
    {
      kind: "formula",
      text: "T(n) = O(log n)",
      alt: "T of n is in O of log n",
    },
    {
      kind: "figure",
      text: "Figure of two boxes",
      alt: "Two boxes of different sizes",
    },
    { kind: "caption", text: "Figure 1: A parent and its child." },
    { kind: "pageNumber", text: "1" },
  ],
  [
    { kind: "header", text: "CS 240 running head" },
    { kind: "heading", level: 2, text: "Costs" },
    {
      kind: "table",
      text: "Operation\tTime\nInsert\tO(log n)\nRead the minimum\tO(1)",
    },
    { kind: "code", text: "def sift_up(heap, i):\n    return heap[i // 2]" },
    paragraph(SENTENCES[2] ?? ""),
    { kind: "footnote", text: "Floyd showed this in 1964." },
    { kind: "pageNumber", text: "2" },
  ],
  ...[3, 4, 5].map((number) => [
    { kind: "header", text: "CS 240 running head" },
    { kind: "heading", level: 2, text: `Chapter ${number}` },
    ...Array.from({ length: 8 }, (_, at) =>
      paragraph(`${number}.${at + 1} ${SENTENCES[at % 4]} ${SENTENCES[(at + 1) % 4]}`),
    ),
    { kind: "pageNumber", text: `${number}` },
  ]),
];
