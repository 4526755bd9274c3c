import { Ellipsis, PartyPopper, Settings2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { problemText } from "@/api/problem";
import type { StudyToday } from "@/core/study";
import { counted } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { useReport } from "@/parts/report/report";
import { storedCardId } from "@/parts/review/stored-card-id";
import { Button, LinkButton } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { lazyDialog } from "@/ui/feedback/lazy";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { Menu } from "@/ui/overlay/menu";
import { firstLineOf } from "../deck/first-line";
import { handlesKeys, ReviewQuestion } from "./question";
import type { SessionStats, StudyScope, StudySession } from "./session";
import { useSendOnLeave } from "./use-send-on-leave";

const StudySettingsDialog = lazyDialog(async () => (await import("./settings-dialog")).default);
const SuspendedDialog = lazyDialog(async () => (await import("./suspended-dialog")).default);

interface ReviewSessionViewProps {
  session: StudySession;
  scope: StudyScope;
  /** Replaces the numbers of cards left today. */
  left?: ReactNode;
  /** Replaces the summary after the last card. */
  over?: ReactNode;
  /** True if the student has ended the session, although cards are left. */
  isEnded?: boolean;
  /** More controls of the session. */
  tools?: ReactNode;
}

/** Review session: shows one card after the other until none is due. */
export function ReviewSessionView({ session, scope, left, over, isEnded, tools }: ReviewSessionViewProps) {
  const [today, setToday] = useState(() => session.today());
  /** Number of cards shown so far. Used as a key, because the same card may come twice in a row. */
  const [place, setPlace] = useState(0);
  /** True while the last action is being stored. */
  const [isKeeping, setKeeping] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const [suspended, setSuspended] = useState(() => session.suspended());
  const [isBringing, setBringing] = useState(false);
  const navigate = useNavigate();
  const card = isEnded ? undefined : today.card;
  const report = useReport(
    card && !card.isPersonal
      ? { kind: "card", id: storedCardId(card), title: firstLineOf(card), chapter: card.chapterId ?? "" }
      : undefined,
  );

  function goOn() {
    setToday(session.today());
    setSuspended(session.suspended());
    setPlace((before) => before + 1);
  }
  /** Moves on once the action is stored. On failure, shows a toast and keeps the card. */
  function after(does: () => Promise<void>) {
    if (isKeeping) return;
    setKeeping(true);
    does()
      .then(goOn, (error: unknown) => toast(problemText(error), { kind: "error" }))
      .finally(() => setKeeping(false));
  }
  const undo = () => session.mayUndo && after(() => session.undo());

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || handlesKeys(event.target)) return;
    if (event.key !== "z" && event.key !== "u") return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  useSendOnLeave(card === undefined);

  return (
    <section className="review-session" aria-busy={isKeeping}>
      <header className="sitting-head">
        <h1 className="sr-only">Study</h1>
        {left ?? <Left today={today} />}
        <div className="tools">
          <Button size="sm" icon={<Undo2 />} disabled={!session.mayUndo} onClick={undo} aria-keyshortcuts="z u">
            Undo
          </Button>
          {card && (
            <Menu
              trigger={<IconButton size="sm" label="More for this card" icon={<Ellipsis />} />}
              items={[
                { label: "Bury until tomorrow", onSelect: () => after(() => session.suspendOrBury(card, "bury")) },
                { label: "Suspend this card", onSelect: () => after(() => session.suspendOrBury(card, "suspend")) },
                ...(card.isPersonal
                  ? [
                      {
                        label: "Edit this card",
                        onSelect: () => void navigate(paths.personalCard(card.course, storedCardId(card))),
                      },
                    ]
                  : report.items),
              ]}
            />
          )}
          {suspended.length > 0 && (
            <Button size="sm" onClick={() => setBringing(true)}>
              {suspended.length} suspended
            </Button>
          )}
          {card && tools}
          <IconButton size="sm" label="Study settings" icon={<Settings2 />} onClick={() => setSetting(true)} />
        </div>
      </header>
      {card ? (
        <ReviewQuestion
          key={place}
          card={card}
          intervalsMs={today.intervalsMs}
          isFirst={place === 0}
          onAnswer={(act, tookMs) => after(() => session.answer(card, act, today.isNew, tookMs))}
        />
      ) : (
        (over ?? <Over learnt={session.stats} scope={scope} />)
      )}
      {report.dialog}
      {isBringing && suspended.length > 0 && (
        <SuspendedDialog
          cards={suspended}
          onUnsuspend={(card) => {
            // Otherwise the dialog would reopen by itself when the next card is suspended.
            if (suspended.length === 1) setBringing(false);
            after(() => session.unsuspend(card));
          }}
          onClose={() => setBringing(false)}
        />
      )}
      {isSetting && (
        <StudySettingsDialog
          pricesOf={() => session.prices()}
          onClose={() => setSetting(false)}
          onSaved={(settings) => {
            session.setSettings(settings);
            goOn();
          }}
        />
      )}
    </section>
  );
}

function Left({ today }: { today: StudyToday }) {
  const counts = [
    ["new", today.newLeft],
    ["learning", today.learningLeft],
    ["to review", today.reviewsLeft],
  ] as const;
  return (
    <ul className="left tabular-nums" aria-label="Left today">
      {counts.map(([name, count]) => (
        <li key={name}>
          <strong>{count}</strong> {name}
        </li>
      ))}
    </ul>
  );
}

function Over({
  learnt: { answerCount, rememberedCount, newCards },
  scope,
}: {
  learnt: SessionStats;
  scope: StudyScope;
}) {
  const [course] = scope.courses;
  const sentences = [
    `You gave ${counted(answerCount, "answer", "answers")} and remembered ${Math.round((100 * rememberedCount) / Math.max(1, answerCount))}%.`,
    newCards > 0 && `${counted(newCards, "card was", "cards were")} new to you.`,
    "Come back tomorrow.",
  ];
  return (
    <StatusPlaceholder
      icon={<PartyPopper />}
      role="status"
      title={answerCount === 0 ? "Nothing is due now" : "Done for now"}
      body={
        answerCount === 0
          ? "Come back tomorrow, or raise the daily limits in the study settings."
          : sentences.filter((sentence) => sentence !== false).join(" ")
      }
      action={
        <LinkButton
          variant="primary"
          to={course === undefined || scope.courses.length > 1 ? paths.study() : paths.notes(course)}
        >
          Done
        </LinkButton>
      }
    />
  );
}
