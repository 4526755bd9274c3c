import { CopyPlus, MessageSquarePlus, RectangleEllipsis } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import type { CardSource, HighlightColour } from "@/api/models";
import { IconButton } from "@/ui/controls/icon-button";
import type { NoteView } from "../note-view";
import { HIGHLIGHT_COLOURS, quoteOfSelection } from "./highlight-layer";
import type { TextSelection } from "./use-highlights";

/** Debounce of selection changes, in milliseconds. */
const STILL_MS = 150;

export function readSelection(view: NoteView, container: HTMLElement | null): readonly TextSelection[] {
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
  if (!range || !container?.contains(range.commonAncestorContainer)) return [];
  return view.renderedPages().flatMap(({ number, text }) => {
    const quote = quoteOfSelection(text, range);
    return quote ? [{ page: number, quote }] : [];
  });
}

/** Returns the current selection, debounced. Empty if no text is selected. */
export function useTextSelection(view: NoteView | undefined, container: RefObject<HTMLElement | null>) {
  const [selected, setSelected] = useState<readonly TextSelection[]>([]);
  useEffect(() => {
    if (!view) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const parts = readSelection(view, container.current);
      setSelected((before) => (before.length === 0 && parts.length === 0 ? before : parts));
    };
    const onChange = () => {
      clearTimeout(timer);
      timer = setTimeout(read, STILL_MS);
    };
    document.addEventListener("selectionchange", onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", onChange);
    };
  }, [view, container]);
  return selected;
}

/** Props of the dialog that makes a study card from a quote. */
export interface MakeCardProps {
  code: string;
  quote: string;
  /** Passage that contains the quote. */
  source: CardSource;
  /**
   * Text of the page. Lines end with a line break, and paragraphs with two. If present, the card is made without a
   * dialog: the quote is a gap in its sentence.
   */
  pageText?: string | undefined;
  onClose: () => void;
  /** Restores the focus and the selection. */
  focusSelection: () => void;
}

interface SelectionToolbarProps {
  onHighlight: (colour: HighlightColour, withRemark: boolean) => void;
  /** `undefined` if the note belongs to no course. */
  onMakeCard?: ((isGap: boolean) => void) | undefined;
}

/**
 * Toolbar for selected text. It is at the lower edge, where fingers and the context menus of phones do not cover it.
 * Pressing it keeps the selection.
 */
export function SelectionToolbar({ onHighlight, onMakeCard }: SelectionToolbarProps) {
  return (
    <div
      className="reader-marking"
      role="toolbar"
      aria-label="Highlight the selection"
      onPointerDown={(event) => event.preventDefault()}
    >
      {HIGHLIGHT_COLOURS.map((colour, index) => (
        <button
          key={colour}
          type="button"
          className={`reader-colour ${colour}`}
          aria-label={`Highlight in ${colour}`}
          title={`Highlight in ${colour} (${index + 1})`}
          onClick={() => onHighlight(colour, false)}
        />
      ))}
      <IconButton
        label="Highlight with a comment"
        icon={<MessageSquarePlus />}
        onClick={() => onHighlight("yellow", true)}
      />
      {onMakeCard && (
        <>
          <IconButton label="Make a card" icon={<CopyPlus />} onClick={() => onMakeCard(false)} />
          <IconButton label="Make a gap card" icon={<RectangleEllipsis />} onClick={() => onMakeCard(true)} />
        </>
      )}
    </div>
  );
}
