import { type ReactNode, useId, useState } from "react";
import { counted } from "@/lib/text/format";
import type { ReviewCard } from "@/parts/review/review-cards";
import { Button } from "@/ui/controls/button";
import { Checkbox } from "@/ui/form/checkbox";
import { SelectField } from "@/ui/form/select-field";
import { askableCount, groupByChapter, hasEnoughChoices } from "./card-selection";
import type { AnswerMode, PracticeSettings } from "./practice-test";

const COUNTS = [5, 10, 20, 30, 50, 100];
const MINUTES = [5, 10, 15, 20, 30, 45, 60];

const WAYS: readonly { mode: AnswerMode; label: string; hint: string }[] = [
  { mode: "flip", label: "Flip the card", hint: "Rate yourself: again, hard, good or easy." },
  { mode: "typed", label: "Type the answer", hint: "Small typos are accepted, and you can correct the grading." },
  { mode: "choice", label: "Choose the answer", hint: "Up to four answers, from cards of the same chapter." },
];

interface PracticeFormProps {
  cards: readonly ReviewCard[];
  /** Settings of the previous test. */
  initial: PracticeSettings;
  /** Chapter that is chosen at first; all if absent or unknown. */
  chapter?: string | undefined;
  /** Field to choose the course. */
  course: ReactNode;
  onStart: (cards: readonly ReviewCard[], settings: PracticeSettings) => void;
}

/** Form with the chapters, the number of cards, the time limit and the way of answering of a new test. */
export function PracticeForm({ cards, initial, chapter, course, onStart }: PracticeFormProps) {
  const chapters = groupByChapter(cards);
  const only = chapters.some(({ id }) => id === chapter) ? chapter : undefined;
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(chapters.filter(({ id }) => only !== undefined && id !== only).map(({ id }) => id)),
  );
  const [settings, setSettings] = useState(initial);
  const way = useId();
  const chosen = cards.filter(({ chapterId = "" }) => !left.has(chapterId));
  const hasChoice = hasEnoughChoices(cards);
  const mode = settings.mode === "choice" && !hasChoice ? "flip" : settings.mode;
  const { count, minutes, rules } = settings;
  const available = askableCount(chosen);
  const asked = Math.min(count || available, available);

  return (
    <form
      className="card practice-form"
      aria-label="Practice test"
      onSubmit={(event) => {
        event.preventDefault();
        onStart(chosen, { ...settings, mode });
      }}
    >
      {course}
      {chapters.length > 1 && (
        <fieldset>
          <legend>Chapters</legend>
          {chapters.map(({ id, title, cards }) => (
            <Checkbox
              key={id}
              label={title}
              hint={counted(cards.length, "card", "cards")}
              checked={!left.has(id)}
              onChange={({ target }) => {
                const after = new Set(left);
                if (target.checked) after.delete(id);
                else after.add(id);
                setLeft(after);
              }}
            />
          ))}
        </fieldset>
      )}
      <div className="pair">
        <SelectField
          label="Number of cards"
          value={`${count}`}
          options={[
            ...COUNTS.map((number) => ({ value: `${number}`, label: `${number}` })),
            { value: "0", label: `All ${chosen.length}` },
          ]}
          onChange={({ target }) => setSettings({ ...settings, count: Number(target.value) })}
        />
        <SelectField
          label="Time limit"
          value={`${minutes}`}
          options={[
            { value: "0", label: "No limit" },
            ...MINUTES.map((number) => ({ value: `${number}`, label: `${number} minutes` })),
          ]}
          onChange={({ target }) => setSettings({ ...settings, minutes: Number(target.value) })}
        />
      </div>
      <fieldset>
        <legend>Way of answering</legend>
        {WAYS.map(({ mode: name, label, hint }) => {
          const isMissing = name === "choice" && !hasChoice;
          return (
            <label key={name} className="check">
              <input
                type="radio"
                className="box"
                name={way}
                value={name}
                checked={mode === name}
                disabled={isMissing}
                onChange={() => setSettings({ ...settings, mode: name })}
              />
              <span>
                {label}
                <span className="hint block">
                  {isMissing ? "This course needs at least two cards with different answers." : hint}
                </span>
              </span>
            </label>
          );
        })}
      </fieldset>
      {mode === "typed" && (
        <fieldset>
          <legend>Typed answers</legend>
          <Checkbox
            label="Accents count"
            hint="An answer without the right accents then counts as Hard."
            checked={rules.accents}
            onChange={({ target }) => setSettings({ ...settings, rules: { ...rules, accents: target.checked } })}
          />
          <Checkbox
            label="Capital letters count"
            hint="An answer with other capital letters then counts as Hard."
            checked={rules.letterCase}
            onChange={({ target }) => setSettings({ ...settings, rules: { ...rules, letterCase: target.checked } })}
          />
        </fieldset>
      )}
      <div className="start">
        <Button type="submit" variant="primary" size="lg" disabled={asked === 0}>
          Start test
        </Button>
        <p className="hint" role="status">
          {asked === 0
            ? "Choose at least one chapter."
            : `${counted(asked, "card", "cards")}. Each answer is a review.`}
        </p>
      </div>
    </form>
  );
}
