import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { STUDY_TIMED_MAX_MINUTES, STUDY_TIMED_MIN_MINUTES } from "@/core/limits";
import { Button } from "@/ui/controls/button";
import { TextField } from "@/ui/form/text-field";
import type { StudySession } from "../study/session";
import { gainOf, planText, TARGETS } from "./timed-session";

const PRESETS = [10, 20, 40, 60];

interface TimedFormProps {
  session: StudySession;
  /** Initial number of minutes. */
  initial: number;
  /** Field to choose the courses. */
  course: ReactNode;
  onStart: (minutes: number) => void;
}

/** Form with the minutes of a session. It says what the session will cover before it starts. */
export function TimedForm({ session, initial, course, onStart }: TimedFormProps) {
  const [typed, setTyped] = useState(`${initial}`);
  const minutes = Number(typed);
  const isValid = Number.isInteger(minutes) && minutes >= STUDY_TIMED_MIN_MINUTES && minutes <= STUDY_TIMED_MAX_MINUTES;
  const planned = useDeferredValue(isValid ? minutes : undefined);
  const plan = useMemo(() => (planned === undefined ? undefined : session.planTimed(planned)), [session, planned]);
  const gain = plan && gainOf(plan);
  return (
    <form
      className="card timed-form"
      aria-label="Timed session"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid && plan && plan.cards > 0) onStart(minutes);
      }}
    >
      {course}
      <fieldset>
        <legend>I have</legend>
        <div className="timed-presets">
          {PRESETS.map((preset) => (
            <Button key={preset} aria-pressed={minutes === preset} onClick={() => setTyped(`${preset}`)}>
              {preset} minutes
            </Button>
          ))}
        </div>
        <TextField
          label="Minutes"
          type="number"
          inputMode="numeric"
          required
          step={1}
          min={STUDY_TIMED_MIN_MINUTES}
          max={STUDY_TIMED_MAX_MINUTES}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </fieldset>
      <div role="status" className="timed-plan tabular-nums">
        {plan && planned !== undefined ? (
          <>
            <p className="what">{planText(plan, planned)}</p>
            {gain && gain.gain > 0 && (
              <p className="sub">
                You can then expect to remember {gain.to} of {session.cardCount} cards {TARGETS[session.timedTarget]},
                instead of {gain.from}.
              </p>
            )}
          </>
        ) : (
          <p className="sub">
            Choose between {STUDY_TIMED_MIN_MINUTES} and {STUDY_TIMED_MAX_MINUTES} whole minutes.
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" size="lg" disabled={!isValid || !plan || plan.cards === 0}>
        Start
      </Button>
      <p className="hint">
        The cards that help most come first, whether or not they are due. Daily limits do not apply, and every answer is
        a review.
      </p>
    </form>
  );
}
