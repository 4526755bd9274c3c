import { Check, CircleAlert, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { cn } from "@/lib/text/cn";
import type { ReviewCard } from "@/parts/review/review-cards";
import { Button } from "@/ui/controls/button";
import { CardFaces, handlesKeys } from "../study/question";
import { ChoiceAnswer } from "./choice-answer";
import { type Grade, gradeTyped } from "./grading";
import { plainText } from "./plain-text";
import type { PracticeAnswer, PracticeTest } from "./practice-test";
import { gradeText } from "./texts";
import { TypedAnswer } from "./typed-answer";

interface PracticeQuestionViewProps {
  test: PracticeTest;
  card: ReviewCard;
  choices: readonly ReviewCard[];
  onType: (typed: string) => void;
  onAnswer: (grade: Pick<PracticeAnswer, "rating" | "difference" | "given">, tookMs: number) => void;
  onCorrect: (before: PracticeAnswer, rating: Grade["rating"]) => void;
  onNext: () => void;
}

/** Question that is answered by typing or choosing, with the grading and the right answer after it. */
export function PracticeQuestionView({
  test,
  card,
  choices,
  onType,
  onAnswer,
  onCorrect,
  onNext,
}: PracticeQuestionViewProps) {
  const questionId = useId();
  const [begun] = useState(() => performance.now());
  const { mode, rules } = test.settings;
  const answer = test.answers[test.shown];
  const isAnswered = answer !== undefined;
  const tookMs = () => performance.now() - begun;

  return (
    <>
      <CardFaces card={card} isTurned={isAnswered && mode === "typed"} questionId={questionId} />
      {mode === "choice" ? (
        <ChoiceAnswer
          choices={choices}
          questionId={questionId}
          correctId={card.id}
          chosenId={answer?.given}
          isAnswered={isAnswered}
          onAnswer={(given) => onAnswer({ rating: given === card.id ? "good" : "again", given }, tookMs())}
        />
      ) : (
        !isAnswered && (
          <TypedAnswer
            typed={test.typed}
            questionId={questionId}
            onType={onType}
            onAnswer={(given) => onAnswer({ ...gradeTyped(given, card.content, rules), given }, tookMs())}
          />
        )
      )}
      <p className="sr-only" role="status">
        {answer && `${gradeText(answer)} ${answer.rating === "good" ? "" : `The answer: ${plainText(card.content)}`}`}
      </p>
      {answer && (
        <Feedback
          answer={answer}
          isTyped={mode === "typed"}
          isLast={test.shown === test.questions.length - 1}
          onCorrect={(rating) => onCorrect(answer, rating)}
          onNext={onNext}
        />
      )}
    </>
  );
}

const LOOKS = {
  again: { Icon: X, name: "bad" },
  hard: { Icon: CircleAlert, name: "warn" },
  good: { Icon: Check, name: "ok" },
  easy: { Icon: Check, name: "ok" },
} as const;

interface FeedbackProps {
  answer: PracticeAnswer;
  isTyped: boolean;
  isLast: boolean;
  onCorrect: (rating: Grade["rating"]) => void;
  onNext: () => void;
}

/** Grading of an answer. The button for the next question receives the focus. */
function Feedback({ answer, isTyped, isLast, onCorrect, onNext }: FeedbackProps) {
  const next = useRef<HTMLButtonElement>(null);
  const { rating } = answer;
  // Correcting the grading removes its button, which had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves again after each grading.
  useEffect(() => next.current?.focus(), [rating]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    const isFree = event.target === document.body || (event.target as Element).id === "main";
    if (!isFree || handlesKeys(event.target) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    onNext();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  const { Icon, name } = LOOKS[rating];
  return (
    <div className="feedback">
      <div className={cn("banner", name)}>
        <Icon aria-hidden="true" />
        <div className="grow">
          <strong>{gradeText(answer)}</strong>
          {isTyped && answer.given && (
            <p className="given">
              You typed: <span>{answer.given}</span>
            </p>
          )}
        </div>
        {isTyped && rating === "again" && answer.given && (
          <Button size="sm" onClick={() => onCorrect("good")}>
            I was right
          </Button>
        )}
        {isTyped && rating !== "again" && (
          <Button size="sm" onClick={() => onCorrect("again")}>
            I was wrong
          </Button>
        )}
      </div>
      <Button ref={next} size="lg" variant="primary" isFullWidth onClick={onNext}>
        {isLast ? "Show the result" : "Next question"}
      </Button>
    </div>
  );
}
