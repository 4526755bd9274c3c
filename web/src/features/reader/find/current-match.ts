/** A match in the text of one page, as a range of UTF-16 units. */
export interface TextMatch {
  text: HTMLElement;
  from: number;
  to: number;
}

/** Returns the selected match, or `undefined` if it is on no rendered page. */
export function currentMatch(pages: HTMLElement): TextMatch | undefined {
  const parts = [...pages.querySelectorAll<HTMLElement>(".textLayer .highlight.selected")];
  const [first, last] = [parts[0], parts.at(-1)];
  const text = first?.closest<HTMLElement>(".textLayer");
  if (!first || !last || !text?.contains(last)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(text);
  before.setEndBefore(first);
  const from = before.toString().length;
  before.setEndAfter(last);
  return { text, from, to: before.toString().length };
}

/** Selects the text of a match. Takes offsets because pdf.js has recreated the DOM nodes. */
export function selectMatch({ text, from, to }: TextMatch): void {
  const [start, end] = [pointAt(text, from, false), pointAt(text, to, true)];
  if (start && end) document.getSelection()?.setBaseAndExtent(...start, ...end);
}

function pointAt(text: HTMLElement, unit: number, isEnd: boolean): [node: Text, offset: number] | undefined {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let offset = unit;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text;
    if (offset < length || (isEnd && offset === length)) return [node as Text, offset];
    offset -= length;
  }
  return undefined;
}
