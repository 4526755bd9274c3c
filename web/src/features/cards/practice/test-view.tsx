import { useState } from "react";
import { problemText } from "@/api/problem";
import type { ReviewCard } from "@/parts/review/review-cards";
import { Button } from "@/ui/controls/button";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { toast } from "@/ui/feedback/toast";
import { ReviewQuestion as FlipQuestion } from "../study/question";
import { ReviewRecorder } from "../study/review-recorder";
import { useSendOnLeave } from "../study/use-send-on-leave";
import type { Grade } from "./grading";
import { PracticeQuestionView } from "./practice-question-view";
import { advance, type PracticeAnswer, type PracticeTest, withAnswer, withCorrection } from "./practice-test";
import { clockText } from "./texts";
import { useTimeLeft } from "./use-time-left";

interface TestViewProps {
  test: PracticeTest;
  cards: ReadonlyMap<string, ReviewCard>;
  onChange: (change: (test: PracticeTest) => PracticeTest) => void;
}

const ended = (test: PracticeTest): PracticeTest => ({ ...test, isOver: true });

/** A running test: shows one question after the other and records each answer as a review. */
export function PracticeTestView({ test, cards, onChange }: TestViewProps) {
  const [recorder] = useState(() => new ReviewRecorder());
  /** True while an answer is being stored. */
  const [isKeeping, setKeeping] = useState(false);
  const left = useTimeLeft(test.endsAtMs, () => onChange(ended));
  useSendOnLeave(false);
  const { shown, questions, settings } = test;
  const question = questions[shown];
  const card = cards.get(question?.cardId ?? "");
  if (!question || !card) return null;

  /** Applies a change once the review is stored. On failure, shows a toast and keeps the question. */
  function after(does: () => Promise<(test: PracticeTest) => PracticeTest>) {
    if (isKeeping) return;
    setKeeping(true);
    does()
      .then(onChange, (error: unknown) => toast(problemText(error), { kind: "error" }))
      .finally(() => setKeeping(false));
  }

  async function record(
    { id }: ReviewCard,
    grade: Pick<PracticeAnswer, "rating" | "difference" | "given">,
    tookMs: number,
  ) {
    const { sequence } = await recorder.record(id, { action: grade.rating }, tookMs);
    return { ...grade, event: { device: recorder.device, sequence }, tookMs };
  }
  const answer = (grade: Pick<PracticeAnswer, "rating" | "difference" | "given">, tookMs: number) =>
    after(async () => {
      const next = await record(card, grade, tookMs);
      return (test) => withAnswer(test, next);
    });
  /** Replaces the review of the last answer. */
  const correct = (before: PracticeAnswer, rating: Grade["rating"]) =>
    after(async () => {
      await recorder.undo(card.id, before.event);
      const next = await record(card, { rating, given: before.given }, before.tookMs);
      return (test) => withCorrection(test, { ...next, isCorrected: true });
    });

  return (
    <section className="review-session practice-test" aria-busy={isKeeping}>
      <header className="sitting-head">
        <h1 className="sr-only">Practice test</h1>
        <p className="where tabular-nums">
          Question {shown + 1} of {questions.length}
        </p>
        <div className="tools">
          {left !== undefined && (
            <span role="timer" aria-label="Time left" className="time tabular-nums">
              {clockText(left)} left
            </span>
          )}
          <Button size="sm" onClick={() => onChange(ended)}>
            End test
          </Button>
        </div>
        <ProgressBar value={test.answers.length / questions.length} label="Answered questions" />
      </header>
      {settings.mode === "flip" ? (
        <FlipQuestion
          key={shown}
          card={card}
          isFirst={false}
          onAnswer={(rating, tookMs) => answer({ rating }, tookMs)}
        />
      ) : (
        <PracticeQuestionView
          key={shown}
          test={test}
          card={card}
          choices={question.choices.flatMap((id) => cards.get(id) ?? [])}
          onType={(typed) => onChange((test) => ({ ...test, typed }))}
          onAnswer={answer}
          onCorrect={correct}
          onNext={() => onChange(advance)}
        />
      )}
    </section>
  );
}
