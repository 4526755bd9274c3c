import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import type { StudyOverview } from "@/core/study";
import { staleTimes } from "@/data/query/cache-policies";
import { durationText } from "@/lib/time/days";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { loadSchedulerIfUsed } from "@/parts/review/load-scheduler";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { SectionHeading } from "@/ui/layout/section-head";
import { ActivityHeatmap } from "./activity-heatmap";
import { DueForecast } from "./due-forecast";

/** Computes the overview from the review log, or returns `null` without review events. */
async function read(queries: QueryClient): Promise<StudyOverview | null> {
  const open = await loadSchedulerIfUsed(queries);
  if (!open) return null;
  const { core } = open;
  const overview = core.overview(Date.now(), -new Date().getTimezoneOffset());
  core.free();
  return overview;
}

/** Overview of due cards, past reviews and the forecast. */
export function StudyStats() {
  const queries = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ["me", "today"],
    queryFn: () => read(queries),
    staleTime: staleTimes.live,
    // The student may have studied since the last mount.
    refetchOnMount: "always",
    // Offline, the overview is computed from cached data.
    networkMode: "always",
    placeholderData: keepPreviousData,
  });
  if (data === undefined && !isError) return null;
  return (
    <section className="today" aria-labelledby="today">
      <SectionHeading id="today" title="Study cards today" />
      {isError && (
        <LoadError variant="banner" error={error} onRetry={refetch}>
          Could not load your study history
        </LoadError>
      )}
      {data === null && (
        <div className="today-empty card">
          <Layers aria-hidden="true" />
          <p>
            Start studying your course cards, and you'll see here what's due, how long it takes and how well you
            remember it.
          </p>
          <LinkButton to={paths.study()}>Begin</LinkButton>
        </div>
      )}
      {data && <Overview overview={data} />}
    </section>
  );
}

function Overview({ overview }: { overview: StudyOverview }) {
  return (
    <div className="today-cards">
      <Due overview={overview} />
      <ActivityHeatmap counts={overview.year} last={overview.day} />
      <DueForecast counts={overview.forecast} first={overview.day} />
      <Courses courses={overview.courses} />
    </div>
  );
}

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

function Due({ overview: { due, dueMs, answeredToday, streakDays, courses } }: { overview: StudyOverview }) {
  const codes = courses.flatMap(({ code, due }) => (code !== undefined && due > 0 ? code : []));
  return (
    <div className="card today-wide">
      <dl className="today-numbers tabular-nums">
        <div>
          <dt>Due</dt>
          <dd>{counted(due, "card", "cards")}</dd>
        </div>
        {due > 0 && (
          <div>
            <dt>Takes about</dt>
            <dd>{durationText(dueMs)}</dd>
          </div>
        )}
        <div>
          <dt>Answered today</dt>
          <dd>{answeredToday}</dd>
        </div>
        <div>
          <dt>Days in a row</dt>
          <dd>{streakDays}</dd>
        </div>
      </dl>
      {due > 0 && (
        <LinkButton variant="primary" to={paths.study(codes)}>
          Study due cards
        </LinkButton>
      )}
    </div>
  );
}

function Courses({ courses }: { courses: StudyOverview["courses"] }) {
  return (
    <div className="card">
      <h3>How well you remember</h3>
      <div className="today-scroll">
        <table className="today-table tabular-nums">
          <caption className="sr-only">Reviews after at least a day, by course</caption>
          <thead>
            <tr>
              <th scope="col">Course</th>
              <th scope="col">Cards</th>
              <th scope="col">Due</th>
              <th scope="col">Remembered</th>
            </tr>
          </thead>
          <tbody>
            {courses.map(({ code, cards, due, recalls, lapses }) => (
              <tr key={code ?? ""}>
                <th scope="row">{code === undefined ? "Other cards" : displayCode(code)}</th>
                <td>{cards}</td>
                <td>{due}</td>
                <td>
                  {recalls + lapses === 0
                    ? "no reviews yet"
                    : `${recalls} of ${recalls + lapses} (${Math.round((100 * recalls) / (recalls + lapses))}%)`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
