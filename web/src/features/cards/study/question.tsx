import { type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { displayCode } from "@/lib/urls/subjects";
import type { ReviewCard } from "@/parts/review/review-cards";
import { Button } from "@/ui/controls/button";
import { CardPicture } from "../deck/card-picture";
import { firstLineOf } from "../deck/first-line";
import { accessibleText, animateFlip } from "../deck/flip";
import { type SwipeDirection, useTapAndSwipe } from "../deck/use-tap-and-swipe";
import { SourceLink } from "../personal/source-link";
import { RichText } from "../text/rich-text";
import { intervalText } from "./interval";
import { RATINGS, type Rating } from "./review-recorder";

const NAMES: Record<Rating, string> = { again: "Again", hard: "Hard", good: "Good", easy: "Easy" };

/** Rating that a swipe over a turned card gives. */
const SWIPED = { left: "again", right: "good" } as const satisfies Record<SwipeDirection, Rating>;

/** Returns true if key events belong to the focused element. */
export function handlesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null;
}

interface QuestionProps {
  card: ReviewCard;
  /** Interval after each rating. Not shown if absent. */
  intervalsMs?: readonly number[];
  /** The first card does not move the focus. */
  isFirst: boolean;
  onAnswer: (rating: Rating, tookMs: number) => void;
}

/** Question of a card. Its answer is shown on demand and then rated by the student. */
export function ReviewQuestion({ card, intervalsMs, isFirst, onAnswer }: QuestionProps) {
  const [isFlipped, setTurned] = useState(false);
  const [begun] = useState(() => performance.now());
  const whole = useRef<HTMLElement>(null);
  const backRef = useRef<HTMLDivElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const good = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState("");

  function turn() {
    if (!isFlipped) setTurned(true);
  }
  useTapAndSwipe(whole, (swipe) => {
    if (!isFlipped) turn();
    else if (swipe) onAnswer(SWIPED[swipe], performance.now() - begun);
  });

  useEffect(() => {
    if (!isFirst) show.current?.focus({ preventScroll: true });
  }, [isFirst]);
  useEffect(() => {
    if (!isFlipped) return;
    animateFlip(whole.current, true);
    good.current?.focus({ preventScroll: true });
    if (backRef.current) setAnnouncement(`Answer: ${accessibleText(backRef.current)}`);
  }, [isFlipped]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    if (handlesKeys(event.target)) return;
    const rating = RATINGS[Number(event.key) - 1];
    if (isFlipped && rating) {
      event.preventDefault();
      onAnswer(rating, performance.now() - begun);
    }
    const isFree = event.target === document.body || (event.target as Element).id === "main";
    if (!isFlipped && event.key === " " && isFree) {
      event.preventDefault();
      turn();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return (
    <>
      <CardFaces ref={whole} backRef={backRef} card={card} isTurned={isFlipped} />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {isFlipped && <p className="hint swipe-hint">Swipe right for Good, left for Again.</p>}
      {isFlipped ? (
        <fieldset className="answers">
          <legend className="sr-only">How well did you remember?</legend>
          {RATINGS.map((rating, index) => (
            <Button
              key={rating}
              ref={rating === "good" ? good : undefined}
              size="lg"
              variant={rating === "good" ? "primary" : "outlined"}
              aria-keyshortcuts={`${index + 1}`}
              onClick={() => onAnswer(rating, performance.now() - begun)}
            >
              <span className="what">
                <span>{NAMES[rating]}</span>
                {intervalsMs && <span className="when tabular-nums">{intervalText(intervalsMs[index] ?? 0)}</span>}
              </span>
            </Button>
          ))}
        </fieldset>
      ) : (
        <Button ref={show} size="lg" variant="primary" isFullWidth onClick={turn}>
          Show the answer
        </Button>
      )}
    </>
  );
}

interface CardFacesProps {
  card: ReviewCard;
  /** Shows the answer below the question. */
  isTurned: boolean;
  ref?: Ref<HTMLElement>;
  backRef?: Ref<HTMLDivElement>;
  /** Id of the element with the question, for controls that it labels or describes. */
  questionId?: string;
}

/** A card with its question, and with its answer if it is turned. */
export function CardFaces({ card, isTurned, ref, backRef, questionId }: CardFacesProps) {
  return (
    <article ref={ref} className="card study-card" aria-label="Card">
      <p className="over">
        {displayCode(card.course)} · {card.chapter}
        {card.isPersonal && " · My card"}
      </p>
      {card.image && <CardPicture image={card.image} />}
      {/* The answer of a gap repeats the question. */}
      {!(isTurned && card.gap) && (
        <div className="card-question rich" id={questionId}>
          <RichText text={card.title} />
        </div>
      )}
      {isTurned && (
        <div ref={backRef} className={card.gap ? "card-question rich" : "card-answer rich"}>
          <RichText text={card.gap?.answer ?? card.content} />
        </div>
      )}
      {isTurned && card.gap?.extra && (
        <div className="card-answer rich">
          <RichText text={card.gap.extra} />
        </div>
      )}
      {isTurned && card.source && <SourceLink source={card.source} card={firstLineOf(card)} inNewTab />}
    </article>
  );
}
