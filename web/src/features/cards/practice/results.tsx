import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { counted } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import type { ReviewCard } from "@/parts/review/review-cards";
import { storedCardId } from "@/parts/review/stored-card-id";
import { Button, LinkButton } from "@/ui/controls/button";
import { PageHeader } from "@/ui/layout/page-header";
import { SectionHeading } from "@/ui/layout/section-head";
import { SourceLink } from "../personal/source-link";
import { useSendOnLeave } from "../study/use-send-on-leave";
import { RichText } from "../text/rich-text";
import { plainText } from "./plain-text";
import {
  type ChapterScore,
  isRight,
  type PracticeResult,
  type PracticeTest,
  resultsOf,
  scoresOf,
} from "./practice-test";

interface ResultsProps {
  test: PracticeTest;
  cards: ReadonlyMap<string, ReviewCard>;
  /** Starts a test of these cards. */
  onPractise: (cards: readonly ReviewCard[]) => void;
  /** Goes on with a test that was ended early. */
  onContinue: () => void;
  onNew: () => void;
}

const percent = (right: number, answered: number) => Math.round((100 * right) / Math.max(1, answered));

/** Result of a test: the score of each chapter and the wrong cards. */
export function PracticeResults({ test, cards, onPractise, onContinue, onNew }: ResultsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useSendOnLeave(true);
  const results = resultsOf(test, cards);
  const scores = scoresOf(results, [...cards.values()]);
  const wrong = results.filter(({ answer }) => !isRight(answer));
  const right = results.length - wrong.length;
  const open = test.questions.length - test.answers.length;
  const isLate = test.endsAtMs !== undefined && Date.now() >= test.endsAtMs;
  const sentences = [
    isLate && open > 0 && "Time is up.",
    results.length > 0 && `${right} of ${results.length} right (${percent(right, results.length)}%).`,
    open > 0 && `${counted(open, "question", "questions")} not answered.`,
    results.length > 0 && "Your answers count as reviews.",
  ];
  return (
    <>
      <PageHeader
        titleRef={title}
        title="Your result"
        eyebrow={displayCode(test.course)}
        subtitle={sentences.filter((sentence) => sentence !== false).join(" ")}
      />
      <div className="practice-results">
        <div className="actions">
          {wrong.length > 0 && (
            <Button variant="primary" onClick={() => onPractise(wrong.map(({ card }) => card))}>
              Practise the wrong ones again
            </Button>
          )}
          {open > 0 && !isLate && <Button onClick={onContinue}>Continue the test</Button>}
          <Button variant={wrong.length > 0 ? "outlined" : "primary"} onClick={onNew}>
            New test
          </Button>
          <LinkButton to={paths.study()}>Done</LinkButton>
        </div>
        {scores.length > 0 && <Scores course={test.course} scores={scores} />}
        {wrong.length > 0 && (
          <section aria-labelledby="wrong-cards">
            <SectionHeading id="wrong-cards" title="Wrong answers">
              <span className="count tabular-nums">{wrong.length}</span>
            </SectionHeading>
            <ul className="wrong-cards">
              {wrong.map((result) => (
                <WrongCard key={result.card.id} {...result} cards={cards} isChoice={test.settings.mode === "choice"} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

function Scores({ course, scores }: { course: string; scores: readonly ChapterScore[] }) {
  return (
    <div className="card study-courses chapter-scores">
      <table className="tabular-nums">
        <caption className="sr-only">Score by chapter</caption>
        <thead>
          <tr>
            <th scope="col">Chapter</th>
            <th scope="col">Right</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {scores.map(({ id, title, answered, right }) => (
            <tr key={id}>
              <th scope="row">
                <Link className="link" to={id ? paths.chapter(course, id) : paths.personalCards(course)}>
                  {title}
                </Link>
              </th>
              <td>
                {right} of {answered}
              </td>
              <td>{percent(right, answered)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface WrongCardProps extends PracticeResult {
  cards: ReadonlyMap<string, ReviewCard>;
  isChoice: boolean;
}

function WrongCard({ card, answer: { given = "" }, cards, isChoice }: WrongCardProps) {
  const { course, chapterId, isPersonal } = card;
  const chosen = isChoice ? cards.get(given)?.content : undefined;
  const to = isPersonal ? paths.personalCard(course, storedCardId(card)) : paths.chapter(course, chapterId ?? "");
  return (
    <li className="card">
      <p className="over">{card.chapter}</p>
      <div className="rich question">
        <RichText text={card.title} />
      </div>
      <div className="rich">
        <RichText text={card.content} />
      </div>
      {chosen !== undefined ? (
        <>
          <p className="hint">Your answer:</p>
          <div className="rich">
            <RichText text={chosen} />
          </div>
        </>
      ) : (
        !isChoice && given && <p className="hint">Your answer: {given}</p>
      )}
      {card.source && <SourceLink source={card.source} card={plainText(card.title)} />}
      <Link
        className="link"
        to={to}
        aria-label={`${isPersonal ? "Open my card" : "Open its chapter"}: ${plainText(card.title)}`}
      >
        {isPersonal ? "Open my card" : "Open its chapter"}
      </Link>
    </li>
  );
}
