import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { problemDetail } from "@/api/problem";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { useFollowedCourses } from "@/data/me/me";
import { counted } from "@/lib/text/format";
import { durationText } from "@/lib/time/days";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { QueryError } from "@/parts/query-error";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { Checkbox } from "@/ui/form/checkbox";
import { PageHeader } from "@/ui/layout/page-header";
import { useWeeklyFit } from "../memory-model/use-weekly-fit";
import { type CourseWorkload, selectedWorkload, type TodayWorkload, todayWorkloadQuery } from "./today-workload";
import { WeekChart } from "./week-chart";

interface StudyHomeProps {
  /** Section with the next exams. */
  exams: ReactNode;
  onBegin: (codes: readonly string[]) => void;
}

/** Start page of studying: today's cards by course, the next exams and the last days. */
export function StudyHome({ exams, onBegin }: StudyHomeProps) {
  const followed = useFollowedCourses();
  const own = useQuery(personalCardCountsQuery);
  const queries = useQueryClient();
  const all = [...new Set([...followed.codes, ...(own.data?.items.map(({ course }) => course) ?? [])])];
  const isKnown = followed.isKnown && !own.isLoading;
  const { data, error, refetch } = useQuery({
    ...todayWorkloadQuery(queries, all),
    enabled: isKnown && all.length > 0,
    placeholderData: keepPreviousData,
  });
  useWeeklyFit(data?.yearAnswers);
  const codes = all.filter((code) => !data?.deleted.includes(code));
  const [first] = codes;
  if (isKnown && first === undefined) {
    return (
      <>
        <PageHeader title="Study" />
        {own.data ? (
          <StatusPlaceholder
            icon={<Layers />}
            title="Follow a course first"
            body="Its study cards then come up here just before you would forget them."
            action={
              <LinkButton variant="primary" to={paths.browse()}>
                Browse Courses
              </LinkButton>
            }
          />
        ) : (
          <QueryError
            query={own}
            contentName="your courses"
            offlineHint="Your courses will appear when Note Ninja can be reached."
          />
        )}
        {exams}
      </>
    );
  }
  const hasNoCards = data?.courses.every(({ cards }) => cards === 0);
  return (
    <>
      <PageHeader
        title="Study"
        subtitle="Cards come back just before you would forget them."
        actions={
          <>
            {!hasNoCards && <LinkButton to={paths.practice()}>Practice test</LinkButton>}
            <LinkButton to={paths.progress()}>Progress</LinkButton>
            <LinkButton to={paths.myCards()}>My cards</LinkButton>
          </>
        }
      />
      {own.isError && !own.data && (
        <LoadError variant="banner" error={own.error} onRetry={own.refetch}>
          Could not load the courses of your own cards. {problemDetail(own.error)}
        </LoadError>
      )}
      {error && !data && (
        <LoadError variant="banner" error={error} onRetry={refetch}>
          Could not load what is due. {problemDetail(error)}
        </LoadError>
      )}
      {hasNoCards && first !== undefined ? (
        <StatusPlaceholder
          icon={<Layers />}
          title="No Study Cards Yet"
          body="Your courses have no study cards. Write your own, or select words in a note and make a card from them."
          action={
            <LinkButton variant="primary" to={paths.writeCard(first)}>
              Write a card for {displayCode(first)}
            </LinkButton>
          }
        />
      ) : (
        <Begin codes={codes} share={data} isLoading={!data && !error} onBegin={onBegin} onRetry={refetch} />
      )}
      {exams}
      {data && <WeekChart counts={data.week} last={data.day} />}
    </>
  );
}

interface BeginProps {
  codes: readonly string[];
  /** `undefined` while it is computed, and if that failed. */
  share: TodayWorkload | undefined;
  isLoading: boolean;
  onBegin: (codes: readonly string[]) => void;
  onRetry: () => void;
}

/** Returns true if the course may have cards that can be studied now. */
const isOffered = (course: CourseWorkload | undefined) => course === undefined || (course.cards ?? 0) > 0;

function Begin({ codes, share, isLoading, onBegin, onRetry }: BeginProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const courseOf = (code: string) => share?.courses.find((course) => course.code === code);
  const chosen = codes.filter((code) => !left.has(code) && isOffered(courseOf(code)));
  const today = share && selectedWorkload(share, chosen);
  const isNothingDue = today !== undefined && today.due + today.newCards === 0;
  const isMissing = share?.courses.some(({ cards }) => cards === undefined) ?? false;
  return (
    <form
      className="study-choose card"
      aria-label="Study today"
      aria-busy={isLoading}
      onSubmit={(event) => {
        event.preventDefault();
        onBegin(chosen);
      }}
    >
      <dl className="today-numbers tabular-nums">
        <Figure name="Due">{today && counted(today.due, "card", "cards")}</Figure>
        <Figure name="New">{today && counted(today.newCards, "card", "cards")}</Figure>
        {!isNothingDue && <Figure name="Takes about">{today && durationText(today.ms)}</Figure>}
        <Figure name="Days in a row">{share?.streakDays}</Figure>
      </dl>
      {isNothingDue && chosen.length > 0 && <p className="sub">Nothing is due now. Come back tomorrow.</p>}
      {today?.isLimited && <p className="hint">Your study settings limit how many new cards come in a day.</p>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="lg" disabled={chosen.length === 0}>
          Study
        </Button>
        <LinkButton size="lg" to={paths.timed()}>
          Study for a set time
        </LinkButton>
      </div>
      <fieldset>
        <legend className="section">Courses</legend>
        <div className="study-courses">
          <table className="tabular-nums">
            <caption className="sr-only">Cards to study today, by course</caption>
            <thead>
              <tr>
                <th scope="col">Course</th>
                <th scope="col">Due</th>
                <th scope="col">New</th>
                <th scope="col">Takes about</th>
              </tr>
            </thead>
            <tbody>
              {codes.map((code) => (
                <tr key={code}>
                  <th scope="row">
                    <Checkbox
                      label={displayCode(code)}
                      checked={chosen.includes(code)}
                      disabled={!isOffered(courseOf(code))}
                      onChange={({ target }) => {
                        const after = new Set(left);
                        if (target.checked) after.delete(code);
                        else after.add(code);
                        setLeft(after);
                      }}
                    />
                  </th>
                  <Cells share={share} course={courseOf(code)} code={code} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </fieldset>
      {isMissing && (
        <LoadError variant="banner" error={undefined} onRetry={onRetry}>
          Some cards could not be loaded and are not on this device yet.
        </LoadError>
      )}
    </form>
  );
}

/** Shows an ellipsis until the value is known. */
const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? "…"}</dd>
  </div>
);

interface CellsProps {
  share: TodayWorkload | undefined;
  course: CourseWorkload | undefined;
  code: string;
}

function Cells({ share, course, code }: CellsProps) {
  if (!share || !course) return <td colSpan={3}>…</td>;
  if (course.cards === undefined) return <td colSpan={3}>Not on this device</td>;
  if (course.cards === 0) {
    return (
      <td colSpan={3}>
        No cards yet.{" "}
        <Link className="link" to={paths.writeCard(code)}>
          Write one for {displayCode(code)}
        </Link>
      </td>
    );
  }
  const { due, newCards, ms } = selectedWorkload(share, [code]);
  return (
    <>
      <td>{course.due}</td>
      <td>{course.newCards}</td>
      <td>{due + newCards > 0 ? durationText(ms) : "–"}</td>
    </>
  );
}
