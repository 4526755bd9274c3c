import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { useFollowedCourses } from "@/data/me/me";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { QueryError } from "@/parts/query-error";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { SelectField } from "@/ui/form/select-field";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import type { StudySession } from "../study/session";
import { TimedForm } from "./timed-form";
import { TimedRun } from "./timed-run";
import { timedSessionQuery } from "./timed-session";
import "../cards.css";
import "../study/study.css";
import "./timed.css";

const MINUTES_DEFAULT = 20;
const ALL = "";

/** A session that the student has started. Its courses stay the same if the followed courses change. */
interface RunningSession {
  session: StudySession;
  codes: readonly string[];
  minutes: number;
}

/** Page for a session with a time budget, in one course or in all courses of the student. */
export function TimedPage() {
  usePageTitle("Timed session");
  const [search, setSearch] = useSearchParams();
  const followed = useFollowedCourses();
  const own = useQuery(personalCardCountsQuery);
  const named = search.get("course") ?? undefined;
  const code = named && (canonicalCode(named)?.code ?? named);
  const mine = [...new Set([...followed.codes, ...(own.data?.items.map(({ course }) => course) ?? [])])].toSorted();
  const offered = code === undefined || mine.includes(code) ? mine : [code, ...mine];
  const codes = code === undefined ? mine : [code];
  const isKnown = code !== undefined || (followed.isKnown && !own.isLoading);
  /** Number of finished sessions on this page. Each session loads the review log again. */
  const [round, setRound] = useState(0);
  const [running, setRunning] = useState<RunningSession>();
  const [last, setLast] = useState(MINUTES_DEFAULT);

  if (running) {
    return (
      <TimedRun
        {...running}
        onAgain={() => {
          setRunning(undefined);
          setRound((before) => before + 1);
        }}
      />
    );
  }
  if (isKnown && codes.length === 0) {
    return (
      <>
        <Head />
        <StatusPlaceholder
          icon={<Layers />}
          title="Follow a course first"
          body="You can then study its cards in the time you have."
          action={
            <LinkButton variant="primary" to={paths.browse()}>
              Browse Courses
            </LinkButton>
          }
        />
      </>
    );
  }
  const course = offered.length > 1 && (
    <SelectField
      label="Cards of"
      value={code ?? ALL}
      options={[
        { value: ALL, label: "All my courses" },
        ...offered.map((value) => ({ value, label: displayCode(value) })),
      ]}
      onChange={({ target }) => setSearch(target.value === ALL ? {} : { course: target.value }, { replace: true })}
    />
  );
  return (
    <Loaded key={`${round} ${codes.join(" ")}`} codes={codes} round={round} isKnown={isKnown}>
      {({ session, missing, onRetry }) => (
        <>
          <Head />
          {missing.length > 0 && (
            <LoadError variant="banner" error={undefined} onRetry={onRetry}>
              Not on this device, so left out: {missing.map(displayCode).join(", ")}.
            </LoadError>
          )}
          {session.isEmpty ? (
            <>
              {course && <div className="timed-form">{course}</div>}
              <StatusPlaceholder
                icon={<Layers />}
                title="No study cards here"
                body="No cards have been written for this yet."
              />
            </>
          ) : (
            <TimedForm
              session={session}
              initial={last}
              course={course}
              onStart={(minutes) => {
                session.beginTimed(minutes);
                setLast(minutes);
                setRunning({ session, codes, minutes });
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

const Head = () => (
  <PageHeader
    back={<BackButton fallback={paths.study()} />}
    title="Study for a set time"
    subtitle="Say how long you have. The cards that help you most come first."
  />
);

interface LoadedProps {
  codes: readonly string[];
  /** Number of finished sessions on this page. */
  round: number;
  /** False while the student's courses are not known yet. */
  isKnown: boolean;
  children: (loaded: { session: StudySession; missing: readonly string[]; onRetry: () => void }) => React.ReactNode;
}

/** Loads the cards and the review log. */
function Loaded({ codes, round, isKnown, children }: LoadedProps) {
  const queries = useQueryClient();
  const query = useQuery({ ...timedSessionQuery(queries, codes, round), enabled: isKnown });
  const { data, error, refetch } = query;
  if (data) return children({ ...data, onRetry: refetch });
  return (
    <>
      <Head />
      {error ? (
        <QueryError
          query={query}
          contentName="your cards"
          offlineHint="Your cards will appear when Note Ninja can be reached."
        />
      ) : (
        <div role="status" aria-label="Loading...">
          <Skeleton className="flip-skeleton" />
        </div>
      )}
    </>
  );
}
