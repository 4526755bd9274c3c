import { RotateCcw } from "lucide-react";
import { type KeyboardEvent, memo, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import type { StudyCard } from "@/api/models";
import { mayHaveGaps } from "@/core/gaps";
import { cn } from "@/lib/text/cn";
import { CardText } from "../text/card-text";
import { RichText } from "../text/rich-text";
import { useGaps } from "../text/use-gaps";
import { CardPicture } from "./card-picture";
import { animateFlip } from "./flip";
import { useTapAndSwipe } from "./use-tap-and-swipe";

export type CardSides = Pick<StudyCard, "title" | "content" | "image">;

interface FlipCardProps {
  card: CardSides;
  /** Position in the deck, from 0. */
  index: number;
  total: number;
  isFlipped: boolean;
  onFlip: (index: number) => void;
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
 * Card with two sides, one of which is visible. Both are in the layout, so that turning the card moves nothing else.
 * The button is for keyboards and screen readers; a click or swipe anywhere on the card has the same effect.
 */
export const FlipCard = memo(function FlipCard({
  card,
  index,
  total,
  isFlipped,
  onFlip,
  onGo,
  actions,
}: FlipCardProps) {
  const whole = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [frontId, backId] = [useId(), useId()];
  const place = `${index + 1} of ${total}`;
  const gaps = useGaps(mayHaveGaps(card.title));
  // The answer of a card with gaps repeats the front. Until the rules have loaded, the gaps count as valid.
  const hasGaps = gaps ? gaps.gapNumbers(card.title).length > 0 : mayHaveGaps(card.title);

  useTapAndSwipe(whole, () => {
    button.current?.focus({ preventScroll: true });
    onFlip(index);
  });

  const wasTurned = useRef(isFlipped);
  useLayoutEffect(() => {
    if (wasTurned.current === isFlipped) return;
    wasTurned.current = isFlipped;
    animateFlip(whole.current, isFlipped);
  }, [isFlipped]);

  function onKeyDown(event: KeyboardEvent) {
    const to = GOES[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onGo(index, to);
  }

  return (
    <article ref={whole} className={cn("card flip", isFlipped && "is-flipped")} aria-label={`Card ${place}`}>
      <div className="n" aria-hidden="true">
        <span>{place}</span>
        <RotateCcw />
      </div>
      <div className="faces">
        <div id={frontId} className="flip-front" aria-hidden={isFlipped}>
          {card.image && <CardPicture image={card.image} isLazy />}
          <div className="card-question rich">
            <CardText text={card.title} side="question" />
          </div>
        </div>
        <div id={backId} className="flip-back" aria-hidden={!isFlipped}>
          {!hasGaps && (
            <div className="card-label rich">
              <RichText text={card.title} />
            </div>
          )}
          <div className="card-answer rich">
            {hasGaps && <CardText text={card.title} side="answer" />}
            <RichText text={card.content} />
          </div>
        </div>
      </div>
      {actions && <div className="flip-actions">{actions}</div>}
      <button
        ref={button}
        type="button"
        className="flip-button"
        aria-describedby={isFlipped ? backId : frontId}
        onClick={() => onFlip(index)}
        onKeyDown={onKeyDown}
      >
        {isFlipped ? "Show the question" : "Show the answer"}
        <span className="sr-only">, card {place}</span>
      </button>
    </article>
  );
});
