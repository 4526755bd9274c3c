import { type RefObject, useEffect, useRef } from "react";
import { renderQuotes } from "../highlights/highlight-layer";
import type { NoteView } from "../note-view";
import type { AloudState } from "./controller";
import type { Sentences } from "./sentences";

/** Returns true if an element is visible in its scroll container. */
function isVisible(element: Element, container: Element): boolean {
  const [own, around] = [element.getBoundingClientRect(), container.getBoundingClientRect()];
  return own.top >= around.top && own.bottom <= around.bottom;
}

/**
 * Marks the sentence and the word that are spoken, in either view, and scrolls to them. Returns the function that marks
 * them on a page whose text was rendered.
 */
export function useSpokenMarks(
  view: NoteView | undefined,
  container: RefObject<HTMLElement | null>,
  sentences: Sentences,
  { sentence, word }: AloudState,
): (page: number) => void {
  const latest = useRef({ view, sentence, word });
  latest.current = { view, sentence, word };
  /** True until the current sentence or word was scrolled to. */
  const isWanted = useRef(false);

  const draw = useRef((number: number) => {
    const { view, sentence, word } = latest.current;
    const rendered = view?.renderedPage(number);
    if (!rendered) return;
    const onPage = ({ page }: { page: number }) => page === number;
    const whole = sentence ? sentences.quotesOf(sentence).filter(onPage) : [];
    const spoken = sentence && word ? sentences.quotesOf(sentence, ...word).filter(onPage) : [];
    const marks = [
      ...whole.map(({ quote }) => ({ quote, name: "reader-spoken" })),
      ...spoken.map(({ quote }) => ({ quote, name: "reader-spoken word" })),
    ];
    const last = renderQuotes("spoken", rendered.page, rendered.text, marks);
    // If the sentence continues on the next page, the view scrolls on the page with the spoken word.
    if (!last || !container.current || !isWanted.current || (word && spoken.length === 0)) return;
    isWanted.current = false;
    if (!isVisible(last, container.current)) last.scrollIntoView({ block: "center" });
  });

  useEffect(() => {
    if (!view) return;
    const page = sentence?.parts[0]?.page;
    isWanted.current = sentence !== undefined;
    if (page !== undefined && !view.renderedPage(page)) view.goTo(page);
    for (const { number } of view.renderedPages()) draw.current(number);
  }, [view, sentence]);
  useEffect(() => {
    if (!view || !word) return;
    isWanted.current = true;
    for (const { number } of view.renderedPages()) draw.current(number);
  }, [view, word]);
  // Removes the marks at the end.
  useEffect(
    () => () => {
      latest.current = { ...latest.current, sentence: undefined, word: undefined };
      for (const { number } of latest.current.view?.renderedPages() ?? []) draw.current(number);
    },
    [],
  );
  return draw.current;
}
