import { Check, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { cn } from "@/lib/text/cn";
import type { ReviewCard } from "@/parts/review/review-cards";
import { handlesKeys } from "../study/question";
import { RichText } from "../text/rich-text";
import { plainText } from "./plain-text";

interface ChoiceAnswerProps {
  /** Cards whose answers are offered. */
  choices: readonly ReviewCard[];
  /** Id of the question, which labels the group of answers. */
  questionId: string;
  /** Id of the card with the right answer. */
  correctId: string;
  /** Id of the chosen card; `undefined` before the answer. */
  chosenId: string | undefined;
  isAnswered: boolean;
  onAnswer: (cardId: string) => void;
}

/** Answers to choose from, also with the keys 1 to 4. After the choice, marks the right and the chosen one. */
export function ChoiceAnswer({ choices, questionId, correctId, chosenId, isAnswered, onAnswer }: ChoiceAnswerProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!isAnswered) group.current?.focus({ preventScroll: true });
  }, [isAnswered]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    const choice = choices[Number(event.key) - 1];
    if (isAnswered || !choice || handlesKeys(event.target)) return;
    event.preventDefault();
    onAnswer(choice.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return (
    <fieldset ref={group} className="choices" tabIndex={-1} aria-labelledby={questionId}>
      <div className="list">
        {choices.map(({ id, content }, index) => {
          const mark = !isAnswered ? undefined : id === correctId ? "right" : id === chosenId ? "wrong" : undefined;
          const text = plainText(content);
          return (
            <button
              key={id}
              type="button"
              className={cn("choice", mark)}
              disabled={isAnswered}
              aria-keyshortcuts={`${index + 1}`}
              aria-label={mark ? `${text} (${mark === "right" ? "right answer" : "your answer"})` : text}
              onClick={() => onAnswer(id)}
            >
              <span className="key tabular-nums" aria-hidden="true">
                {mark === "right" ? <Check /> : mark === "wrong" ? <X /> : index + 1}
              </span>
              {/* Links and scroll areas in the answer do not take the click. */}
              <span className="rich" inert>
                <RichText text={content} />
              </span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
