import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { ApiProblem } from "@/api/problem";
import { canonicalCode } from "@/core/course-code";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { useFollowedCourses } from "@/data/me/me";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { QueryError } from "@/parts/query-error";
import type { ReviewCard } from "@/parts/review/review-cards";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { Banner } from "@/ui/feedback/banner";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { SelectField } from "@/ui/form/select-field";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { prepareFormulas } from "../text/rich-text";
import { practiceCardsQuery } from "./cards-query";
import { PracticeForm } from "./practice-form";
import { createTest, type PracticeSettings, type PracticeTest, withoutDeleted } from "./practice-test";
import { randomSeed, seededRandom } from "./random";
import { PracticeResults } from "./results";
import { practiceStorage } from "./storage";
import { PracticeTestView } from "./test-view";
import "../cards.css";
import "../study/study.css";
import "./practice.css";

/** Page for a practice test of one course: the form of a new test, the running test, or its result. */
export function PracticePage() {
  usePageTitle("Practice test");
  const session = useSession();
  const uid = session.status === "signed-in" && !session.isSharedComputer ? session.me.uid : undefined;
  return <Practice key={uid} uid={uid} />;
}

function Practice({ uid }: { uid: string | undefined }) {
  const [storage] = useState(() => practiceStorage(uid));
  const [test, setTest] = useState(storage.readTest);
  useEffect(() => storage.writeTest(test), [storage, test]);
  // Another tab answered: an older state would ask again and record a second review.
  useEffect(() => storage.watchTest(setTest), [storage]);
  const [search, setSearch] = useSearchParams();
  const named = search.get("course") ?? undefined;
  const code = named && (canonicalCode(named)?.code ?? named);
  /** Each test has an address, so that a link to this page opens the form, and Back returns to the result. */
  const show = ({ course, id }: PracticeTest) => setSearch({ course, test: id });
  function begin(cards: readonly ReviewCard[], all: readonly ReviewCard[], settings: PracticeSettings) {
    const next = createTest(cards, all, settings, seededRandom(randomSeed()), Date.now());
    setTest(next);
    show(next);
  }

  if (test && search.get("test") === test.id) {
    return (
      <CourseCards key={test.course} code={test.course} isTest>
        {(cards) => (
          <Test
            key={test.id}
            test={test}
            cards={cards}
            onChange={(by) => setTest((before) => before && by(before))}
            onPractise={(wrong) => begin(wrong, cards, { ...test.settings, count: 0, minutes: 0 })}
            onNew={() => {
              setTest(undefined);
              setSearch({ course: test.course });
            }}
          />
        )}
      </CourseCards>
    );
  }
  return (
    <Start
      code={code}
      chapter={search.get("chapter") ?? undefined}
      initial={storage.readSettings()}
      unfinished={test?.isOver ? undefined : test}
      onContinue={show}
      onCourse={(course) => setSearch({ course }, { replace: true })}
      onStart={(chosen, all, settings) => {
        storage.writeSettings(settings);
        begin(chosen, all, settings);
      }}
    />
  );
}

interface TestProps {
  test: PracticeTest;
  cards: readonly ReviewCard[];
  onChange: (by: (test: PracticeTest) => PracticeTest) => void;
  onPractise: (cards: readonly ReviewCard[]) => void;
  onNew: () => void;
}

function Test({ test, cards, onChange, onPractise, onNew }: TestProps) {
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards]);
  const current = withoutDeleted(test, byId);
  const change = (by: (test: PracticeTest) => PracticeTest) => onChange((test) => by(withoutDeleted(test, byId)));
  if (!current.isOver) return <PracticeTestView test={current} cards={byId} onChange={change} />;
  return (
    <PracticeResults
      test={current}
      cards={byId}
      onPractise={onPractise}
      onContinue={() => change((test) => ({ ...test, shown: test.answers.length, isOver: false }))}
      onNew={onNew}
    />
  );
}

interface StartProps {
  /** Course of the address. Without it, the first course of the student. */
  code: string | undefined;
  chapter: string | undefined;
  initial: PracticeSettings;
  /** Test that is not over. */
  unfinished: PracticeTest | undefined;
  onContinue: (test: PracticeTest) => void;
  onCourse: (code: string) => void;
  onStart: (chosen: readonly ReviewCard[], all: readonly ReviewCard[], settings: PracticeSettings) => void;
}

/** Start of a test: the choice of the course, and the form. */
function Start({ code, chapter, initial, unfinished, onContinue, onCourse, onStart }: StartProps) {
  const followed = useFollowedCourses();
  const own = useQuery(personalCardCountsQuery);
  const mine = [...followed.codes, ...(own.data?.items.map(({ course }) => course) ?? [])];
  const codes = [...new Set(code === undefined ? mine : [code, ...mine])];
  const chosen = code ?? codes[0];
  const course = codes.length > 1 && (
    <SelectField
      label="Course"
      value={chosen}
      options={codes.toSorted().map((value) => ({ value, label: displayCode(value) }))}
      onChange={({ target }) => onCourse(target.value)}
    />
  );
  return (
    <>
      <PageHeader
        back={<BackButton fallback={paths.study()} />}
        title="Practice test"
        eyebrow={codes.length === 1 && chosen !== undefined && displayCode(chosen)}
        subtitle="See what you remember, chapter by chapter."
      />
      {unfinished !== undefined && (
        <Banner
          action={
            <Button size="sm" onClick={() => onContinue(unfinished)}>
              Continue
            </Button>
          }
        >
          Your test for {displayCode(unfinished.course)} is not finished. A new test replaces it.
        </Banner>
      )}
      {chosen !== undefined ? (
        <CourseCards key={chosen} code={chosen} course={course}>
          {(cards) => (
            <PracticeForm
              cards={cards}
              initial={initial}
              chapter={chapter}
              course={course}
              onStart={(some, settings) => onStart(some, cards, settings)}
            />
          )}
        </CourseCards>
      ) : own.isLoading || !followed.isKnown ? (
        <Waiting />
      ) : (
        <StatusPlaceholder
          icon={<Layers />}
          title="Follow a course first"
          body="You can then test yourself with its study cards."
          action={
            <LinkButton variant="primary" to={paths.browse()}>
              Browse Courses
            </LinkButton>
          }
        />
      )}
    </>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading...">
    <Skeleton className="flip-skeleton" />
  </div>
);

interface CourseCardsProps {
  code: string;
  /** True for a test, which is shown even if all cards were deleted since. */
  isTest?: boolean;
  /** Field to choose another course, shown if this one has no cards. */
  course?: ReactNode;
  children: (cards: readonly ReviewCard[]) => ReactNode;
}

/** Loads the cards of a course. Shows a message if there are none. */
function CourseCards({ code, isTest, course, children }: CourseCardsProps) {
  const queries = useQueryClient();
  const query = useQuery(practiceCardsQuery(queries, code));
  const { data, error, isPending } = query;
  useEffect(() => prepareFormulas(data?.flatMap(({ title, content }) => [title, content]) ?? []), [data]);
  const isMissing = error instanceof ApiProblem && error.code === "not_found";
  if (data && data.length > 0) return children(data);
  if (isTest && (data || isMissing)) return children([]);
  return (
    <>
      {isTest && <PageHeader back={<BackButton fallback={paths.study()} />} title="Practice test" />}
      {data || isMissing ? (
        <NoCards code={code} course={course} />
      ) : isPending && query.fetchStatus !== "paused" ? (
        <Waiting />
      ) : (
        <QueryError
          query={query}
          contentName="your cards"
          offlineHint="Your cards will appear when Note Ninja can be reached."
        />
      )}
    </>
  );
}

function NoCards({ code, course }: Pick<CourseCardsProps, "code" | "course">) {
  return (
    <>
      {course && <div className="practice-form">{course}</div>}
      <StatusPlaceholder
        icon={<Layers />}
        title="No study cards here"
        body="No cards have been written for this course yet."
        action={
          <LinkButton variant="primary" to={paths.writeCard(code)}>
            Write a card for {displayCode(code)}
          </LinkButton>
        }
      />
    </>
  );
}
