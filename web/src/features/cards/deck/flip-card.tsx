import { RotateCcw } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { StudyCard } from "@/api/models";
import { cn } from "@/lib/text/cn";
import { RichText } from "../text/rich-text";
import { CardPicture } from "./picture";
import { turnAround } from "./turn";
import { usePresses } from "./use-presses";

/** What is on a card; one that is being written has no picture yet. */
export type CardFaces = Pick<StudyCard, "title" | "content" | "image">;

interface FlipCardProps {
  card: CardFaces;
  /** From 0. */
  index: number;
  total: number;
  isTurned: boolean;
  onTurn: (index: number) => void;
  /** What else can be done with it, such as editing. */
  actions?: ReactNode;
  /** To the card before (-1) or behind (1), or to the first or the last one. */
  onGo: (index: number, to: "previous" | "next" | "first" | "last") => void;
}

const GOES: Record<string, "previous" | "next" | "first" | "last"> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
};

/**
 * A card with two sides, of which one is seen. Both are laid out, so that turning it moves nothing. The button is what
 * keyboards and screen readers press; a press anywhere on the card, and a swipe, do the same.
 */
export const FlipCard = memo(function FlipCard({ card, index, total, isTurned, onTurn, onGo, actions }: FlipCardProps) {
  const whole = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [frontId, backId] = [useId(), useId()];
  const place = `${index + 1} of ${total}`;

  usePresses(whole, () => {
    button.current?.focus({ preventScroll: true });
    onTurn(index);
  });

  const wasTurned = useRef(isTurned);
  useLayoutEffect(() => {
    if (wasTurned.current === isTurned) return;
    wasTurned.current = isTurned;
    turnAround(whole.current, isTurned);
  }, [isTurned]);

  function onKeyDown(event: KeyboardEvent) {
    const to = GOES[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onGo(index, to);
  }

  return (
    <article ref={whole} className={cn("card flip", isTurned && "turned")} aria-label={`Card ${place}`}>
      <div className="n" aria-hidden="true">
        <span>{place}</span>
        <RotateCcw />
      </div>
      <div className="faces">
        <div id={frontId} className="flip-front" aria-hidden={isTurned}>
          {card.image && <CardPicture image={card.image} isLazy />}
          <div className="q1 rich">
            <RichText text={card.title} />
          </div>
        </div>
        <div id={backId} className="flip-back" aria-hidden={!isTurned}>
          <div className="lbl rich">
            <RichText text={card.title} />
          </div>
          <div className="ans rich">
            <RichText text={card.content} />
          </div>
        </div>
      </div>
      {actions && <div className="flip-actions">{actions}</div>}
      <button
        ref={button}
        type="button"
        className="flip-button"
        aria-describedby={isTurned ? backId : frontId}
        onClick={() => onTurn(index)}
        onKeyDown={onKeyDown}
      >
        {isTurned ? "Show the question" : "Show the answer"}
        <span className="sr-only">, card {place}</span>
      </button>
    </article>
  );
});
