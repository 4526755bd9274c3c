import { useEffect, useRef } from "react";
import { Button } from "@/ui/controls/button";
import { TextField } from "@/ui/form/text-field";

interface TypedAnswerProps {
  typed: string;
  /** Id of the question, which describes the field. */
  questionId: string;
  onType: (typed: string) => void;
  /** Called with an empty text if the student does not know the answer. */
  onAnswer: (typed: string) => void;
}

/** Field for a typed answer. It receives the focus. */
export function TypedAnswer({ typed, questionId, onType, onAnswer }: TypedAnswerProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <form
      className="typed-answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") onAnswer(typed);
      }}
    >
      <TextField
        ref={field}
        label="Your answer"
        value={typed}
        describedBy={questionId}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={({ target }) => onType(target.value)}
      />
      <div className="actions">
        <Button type="submit" variant="primary" size="lg" disabled={typed.trim() === ""}>
          Check
        </Button>
        <Button size="lg" onClick={() => onAnswer("")}>
          I don't know
        </Button>
      </div>
    </form>
  );
}
