import { PartyPopper } from "lucide-react";
import { useState } from "react";
import { counted } from "@/lib/text/format";
import { durationText } from "@/lib/time/days";
import { paths } from "@/lib/urls/paths";
import { Button, LinkButton } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { clockText } from "../practice/texts";
import { useTimeLeft } from "../practice/use-time-left";
import { ReviewSessionView } from "../study/review-session-view";
import type { StudySession } from "../study/session";
import { gainOf, TARGETS } from "./timed-session";

interface TimedRunProps {
  session: StudySession;
  codes: readonly string[];
  minutes: number;
  onAgain: () => void;
}

/** A running session with a time budget. The card that is open when the time ends can still be answered. */
export function TimedRun({ session, codes, minutes, onAgain }: TimedRunProps) {
  const [beganMs] = useState(() => Date.now());
  const [endedMs, setEndedMs] = useState<number>();
  const left = useTimeLeft(beganMs + minutes * 60_000, () => undefined) ?? 0;
  return (
    <ReviewSessionView
      session={session}
      scope={{ courses: codes }}
      isEnded={endedMs !== undefined}
      left={
        <p className="left">
          <span role="timer" aria-label="Time left" className="tabular-nums">
            {endedMs !== undefined ? "Ended" : left > 0 ? `${clockText(left)} left` : "Time is up"}
          </span>
        </p>
      }
      tools={
        <Button size="sm" onClick={() => setEndedMs(Date.now())}>
          End session
        </Button>
      }
      over={<Over session={session} beganMs={beganMs} onAgain={onAgain} />}
    />
  );
}

interface OverProps {
  session: StudySession;
  beganMs: number;
  onAgain: () => void;
}

/** Result of a session. */
function Over({ session, beganMs, onAgain }: OverProps) {
  const [overMs] = useState(() => Date.now());
  const { answerCount, rememberedCount, newCards } = session.stats;
  const gain = gainOf(session.timedGain() ?? { before: 0, after: 0 });
  const target = TARGETS[session.timedTarget];
  const sentences = [
    `You gave ${counted(answerCount, "answer", "answers")} in ${durationText(overMs - beganMs)} and remembered ${Math.round((100 * rememberedCount) / Math.max(1, answerCount))}%.`,
    newCards > 0 && `${counted(newCards, "card was", "cards were")} new to you.`,
    gain.gain > 0
      ? `You can now expect to remember ${gain.to} of ${session.cardCount} cards ${target}. Before, it was ${gain.from}.`
      : `You can expect to remember ${gain.to} of ${session.cardCount} cards ${target}.`,
  ];
  return (
    <StatusPlaceholder
      icon={<PartyPopper />}
      role="status"
      title={
        answerCount === 0
          ? "No answers this time"
          : gain.gain > 0
            ? `${counted(gain.gain, "card", "cards")} gained`
            : "Done for now"
      }
      body={
        answerCount === 0
          ? "The cards keep their places."
          : sentences.filter((sentence) => sentence !== false).join(" ")
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton variant="primary" to={paths.study()}>
            Done
          </LinkButton>
          <Button onClick={onAgain}>Another session</Button>
        </div>
      }
    />
  );
}
