import type { TextBlock, TextPage } from "@/data/notes/note-text";
import { contentOf, isShownAsCrop } from "./blocks";

/** Highest level of a heading in HTML. */
const LAST_LEVEL = 6;

/** Markers of numbered items, such as "1.", "(a)" or "iv)". */
const NUMBERED = /^[([]?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)\]]$/i;

/** Names of crops whose text is unknown. */
const NAMES: Record<string, string> = { table: "Table", figure: "Figure", formula: "Formula" };

/** Creates an element with a class name. */
function create<Name extends keyof HTMLElementTagNameMap>(name: Name, className?: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

/** Marks the element of a block. `index` counts the blocks of `contentOf`. */
function asBlock<Type extends HTMLElement>(element: Type, block: TextBlock, index: number): Type {
  element.dataset.block = `${index}`;
  element.dir = "auto";
  if (block.lang) element.lang = block.lang;
  return element;
}

function plain(name: keyof HTMLElementTagNameMap, className: string, block: TextBlock, index: number): HTMLElement {
  const element = asBlock(create(name, className), block, index);
  element.textContent = block.text;
  return element;
}

function codeOf(block: TextBlock, index: number): HTMLElement {
  const element = asBlock(create("pre", "text-code"), block, index);
  element.dir = "ltr";
  // Long lines scroll sideways, so the keyboard must reach them.
  element.tabIndex = 0;
  element.append(create("code"));
  if (element.firstElementChild) element.firstElementChild.textContent = block.text;
  return element;
}

function footnoteOf(block: TextBlock, index: number): HTMLElement {
  const note = create("aside", "text-footnote");
  note.setAttribute("role", "note");
  note.append(plain("p", "", block, index));
  return note;
}

function rowsOf(text: string): HTMLTableElement {
  const table = create("table", "sr-only");
  for (const line of text.split("\n")) {
    const row = table.insertRow();
    for (const cell of line.split("\t")) row.insertCell().textContent = cell;
  }
  return table;
}

/**
 * Returns a crop of the page. Screen readers get its alternative text, and for a table the cells as an invisible table.
 * Highlights and Find treat the crop as its words (`data-words`).
 */
function cropOf(block: TextBlock, index: number): HTMLElement {
  const crop = asBlock(create("div", `text-crop ${block.kind}`), block, index);
  crop.dataset.words = block.text;
  const canvas = create("canvas");
  crop.append(canvas);
  if (block.kind === "table" && block.text.includes("\t")) {
    canvas.setAttribute("aria-hidden", "true");
    crop.append(rowsOf(block.text));
  } else {
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", block.alt || block.text || (NAMES[block.kind] ?? "Figure"));
  }
  return crop;
}

function itemOf(block: TextBlock, index: number): HTMLLIElement {
  const item = create("li");
  const text = asBlock(create("div"), block, index);
  if (block.marker) {
    const marker = create("span", "text-marker");
    marker.textContent = `${block.marker} `;
    text.append(marker);
  }
  text.append(block.text);
  item.append(text);
  return item;
}

/** Adds an item to the list of its level. `lists` are the open lists, the outermost first. */
function addItem(parent: HTMLElement, lists: HTMLElement[], block: TextBlock, index: number): void {
  const level = Math.min(lists.length + 1, Math.max(1, block.level ?? 1));
  lists.length = Math.min(lists.length, level);
  let list = lists[level - 1];
  if (!list) {
    list = create(NUMBERED.test(block.marker ?? "") ? "ol" : "ul", "text-list");
    // WebKit drops the role of lists without bullets.
    list.setAttribute("role", "list");
    (lists[level - 2]?.lastElementChild ?? parent).append(list);
    lists.push(list);
  }
  list.append(itemOf(block, index));
}

function elementOf(block: TextBlock, index: number): HTMLElement {
  switch (block.kind) {
    case "heading": {
      // The page itself has the heading of level 1.
      const level = Math.min(LAST_LEVEL, Math.max(1, block.level ?? 1) + 1) as 2 | 3 | 4 | 5 | 6;
      return plain(`h${level}`, "text-heading", block, index);
    }
    case "code":
      return codeOf(block, index);
    case "footnote":
      return footnoteOf(block, index);
    case "caption":
      return plain("p", "text-caption", block, index);
    default:
      return plain("p", "text-paragraph", block, index);
  }
}

/** Renders the blocks of a page. */
export function renderBlocks(layer: HTMLElement, page: TextPage): void {
  const blocks = contentOf(page);
  let lists: HTMLElement[] = [];
  let isTaken = false;
  for (const [index, block] of blocks.entries()) {
    if (isTaken) {
      isTaken = false;
      continue;
    }
    if (block.kind === "listItem") {
      addItem(layer, lists, block, index);
      continue;
    }
    lists = [];
    const next = blocks[index + 1];
    const hasCaption = block.kind !== "formula" && isShownAsCrop(block) && next?.kind === "caption";
    const isCaption = block.kind === "caption" && next !== undefined && next.kind === "table";
    if (!isShownAsCrop(block) && !isCaption) {
      layer.append(elementOf(block, index));
      continue;
    }
    const figure = create("figure", "text-figure");
    if (isCaption) figure.append(plain("figcaption", "text-caption", block, index), cropOf(next, index + 1));
    else figure.append(cropOf(block, index));
    if (hasCaption && next) figure.append(plain("figcaption", "text-caption", next, index + 1));
    isTaken = isCaption || hasCaption;
    layer.append(figure);
  }
}
