import { type RefObject, useEffect, useRef } from "react";
import type { NoteView } from "../note-view";
import type { ReaderMode } from "../text/text-mode";

/** Scrolls to a highlight that is drawn. Returns false if it is not. */
export function showHighlight(container: HTMLElement | null, id: string): boolean {
  const marks = container?.querySelectorAll<HTMLElement>(".reader-mark") ?? [];
  const mark = [...marks].find(({ dataset }) => dataset.id === id);
  mark?.scrollIntoView({ block: "center" });
  return mark !== undefined;
}

/** In the text view, scrolls to the highlight of the URL once it is drawn: a page may be many screens long there. */
export function useLinkedHighlight(
  view: NoteView | undefined,
  mode: ReaderMode,
  container: RefObject<HTMLElement | null>,
  id: string | undefined,
): void {
  const isShown = useRef(false);
  // After each render: the highlights are drawn when they are loaded.
  useEffect(() => {
    if (!view || mode !== "text" || id === undefined || isShown.current) return;
    isShown.current = showHighlight(container.current, id);
  });
}
