import { RectangleEllipsis } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { loadGaps } from "@/core/gaps";
import { CARD_GAPS_MAX, CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { isApple } from "@/lib/browser/platform";
import { counted } from "@/lib/text/format";
import { Button } from "@/ui/controls/button";
import { toast } from "@/ui/feedback/toast";
import { TextArea } from "@/ui/form/text-field";

interface FrontFieldProps {
  value: string;
  /** Front as it is stored; empty for a new card. */
  saved: string;
  disabled: boolean;
  error: ReactNode;
  onText: (text: string) => void;
}

/**
 * Replaces a part of the text of a field so that the browser can undo it. Returns false if the browser does not support
 * that.
 */
function insertText(field: HTMLTextAreaElement, text: string): boolean {
  field.focus();
  return document.execCommand?.("insertText", false, text) ?? false;
}

/** Front of a card, with a button that turns the selected words into a gap. */
export function FrontField({ value, saved, disabled, error, onText }: FrontFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  async function makeGap() {
    const gaps = await loadGaps();
    const area = field.current;
    if (!area) return;
    const { selectionStart: from, selectionEnd: to, value: text } = area;
    const selected = text.slice(from, to);
    if (selected.trim() === "") {
      toast("Select the words on the front that the gap should hide.");
      area.focus();
      return;
    }
    const [before, after] = [text.slice(0, from), text.slice(to)];
    const gap = gaps.makeGap(saved, before, selected, after);
    if (gap === undefined) {
      toast(`A card can have at most ${CARD_GAPS_MAX} gaps. Make another card.`);
      return;
    }
    const front = before + gap + after;
    const missing = front.length - CARD_TITLE_MAX_CHARS;
    // For example, the selection contains a part of another gap.
    const problem =
      missing > 0
        ? `The front has no room for a gap. Shorten it by ${counted(missing, "character", "characters")}.`
        : gaps.gapProblem(front);
    if (problem !== undefined) toast(problem);
    else if (!insertText(area, gap)) onText(front);
  }
  const make = () => {
    makeGap().catch((problem: unknown) => {
      console.warn("The rules for gaps could not be loaded.", problem);
      toast("The gap was not made. Check your connection and try again.", { kind: "error" });
    });
  };

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.key.toLowerCase() !== "x") return;
    event.preventDefault();
    make();
  }

  return (
    <TextArea
      ref={field}
      // In the document, the button comes before the field.
      data-autofocus
      label="Front"
      hint={
        "The question. Markdown, and formulas between dollar signs: $e^{i\\pi}$. Write \\$ for a dollar. To hide words in a sentence, select them and make a gap: {{c1::words::hint}}."
      }
      trailing={
        <Button
          size="sm"
          variant="quiet"
          icon={<RectangleEllipsis />}
          disabled={disabled}
          aria-keyshortcuts="Control+Shift+X Meta+Shift+X"
          title={`Make a gap (${isApple ? "⇧⌘X" : "Ctrl+Shift+X"})`}
          // Keeps the focus and the selection in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={make}
        >
          Make a gap
        </Button>
      }
      rows={3}
      required
      maxLength={CARD_TITLE_MAX_CHARS}
      disabled={disabled}
      value={value}
      error={error}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
