import { type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { displayCode } from "@/lib/addresses/subjects";
import type { ReviewCard } from "@/parts/review/review-cards";
import { Button } from "@/ui/controls/button";
import { accessibleText, animateFlip } from "../deck/flip";
import { lineOf } from "../deck/line";
import { CardPicture } from "../deck/picture";
import { type SwipeDirection, useTapAndSwipe } from "../deck/use-tap-and-swipe";
import { SourceLink } from "../own/source-link";
import { RichText } from "../text/rich-text";
import { intervalText } from "./interval";
import { ANSWERS, type StudyAnswer } from "./review-recorder";

const NAMES: Record<StudyAnswer, string> = { again: "Again", hard: "Hard", good: "Good", easy: "Easy" };

/** Rating that a swipe over a turned card gives. */
const SWIPED = { left: "again", right: "good" } as const satisfies Record<SwipeDirection, StudyAnswer>;

/** Returns true if key events belong to the focused element. */
export function isBusy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null;
}

interface QuestionProps {
  card: ReviewCard;
  /** Interval after each rating. Not shown if absent. */
  intervalsMs?: readonly number[];
  /** The first card does not move the focus. */
  isFirst: boolean;
  onAnswer: (rating: StudyAnswer, tookMs: number) => void;
}

/** Question of a card. Its answer is shown on demand and then rated by the student. */
export function Question({ card, intervalsMs, isFirst, onAnswer }: QuestionProps) {
  const [isTurned, setTurned] = useState(false);
  const [begun] = useState(() => performance.now());
  const whole = useRef<HTMLElement>(null);
  const backRef = useRef<HTMLDivElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const good = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState("");

  function turn() {
    if (!isTurned) setTurned(true);
  }
  useTapAndSwipe(whole, (swipe) => {
    if (!isTurned) turn();
    else if (swipe) onAnswer(SWIPED[swipe], performance.now() - begun);
  });

  useEffect(() => {
    if (!isFirst) show.current?.focus({ preventScroll: true });
  }, [isFirst]);
  useEffect(() => {
    if (!isTurned) return;
    animateFlip(whole.current, true);
    good.current?.focus({ preventScroll: true });
    if (backRef.current) setAnnouncement(`Answer: ${accessibleText(backRef.current)}`);
  }, [isTurned]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    if (isBusy(event.target)) return;
    const rating = ANSWERS[Number(event.key) - 1];
    if (isTurned && rating) {
      event.preventDefault();
      onAnswer(rating, performance.now() - begun);
    }
    const isFree = event.target === document.body || (event.target as Element).id === "main";
    if (!isTurned && event.key === " " && isFree) {
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
      <CardFaces ref={whole} backRef={backRef} card={card} isTurned={isTurned} />
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {isTurned && <p className="hint swipe-hint">Swipe right for Good, left for Again.</p>}
      {isTurned ? (
        <fieldset className="answers">
          <legend className="sr-only">How well did you remember?</legend>
          {ANSWERS.map((rating, index) => (
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
        <Button ref={show} size="lg" variant="primary" block onClick={turn}>
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
  /** Id of the question, for controls that it names. */
  questionId?: string;
}

/** A card with its question, and with its answer if it is turned. */
export function CardFaces({ card, isTurned, ref, backRef, questionId }: CardFacesProps) {
  return (
    <article ref={ref} className="card study-card" aria-label="Card">
      <p className="over">
        {displayCode(card.course)} · {card.chapter}
        {card.isOwn && " · My card"}
      </p>
      {card.image && <CardPicture image={card.image} />}
      <div className="card-question rich" id={questionId}>
        <RichText text={card.title} />
      </div>
      {isTurned && (
        <div ref={backRef} className="card-answer rich">
          <RichText text={card.content} />
        </div>
      )}
      {isTurned && card.source && <SourceLink source={card.source} card={lineOf(card)} inNewTab />}
    </article>
  );
}
