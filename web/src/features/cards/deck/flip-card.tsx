import { RotateCcw } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { StudyCard } from "@/api/models";
import { cn } from "@/lib/text/cn";
import { RichText } from "../text/rich-text";
import { CardPicture } from "./picture";
import { turnAround } from "./turn";
import { usePresses } from "./use-presses";

export type CardFaces = Pick<StudyCard, "title" | "content" | "image">;

interface FlipCardProps {
  card: CardFaces;
  /** Position in the deck, from 0. */
  index: number;
  total: number;
  isTurned: boolean;
  onTurn: (index: number) => void;
  actions?: ReactNode;
  /** Moves the focus to the previous, next, first or last card. */
  onGo: (index: number, to: "previous" | "next" | "first" | "last") => void;
}

const GOES: Record<string, "previous" | "next" | "first" | "last"> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
};

/**
 * Card with two sides, one of which is visible. Both are in the layout, so that turning moves nothing. The button
 * serves keyboards and screen readers; a click or swipe anywhere on the card has the same effect.
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
