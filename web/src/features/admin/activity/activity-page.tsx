import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight, ChevronDown, ScrollText } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type ActivityEntry, activityQuery } from "@/data/admin/admin";
import { usePageTitle } from "@/lib/browser/page-title";
import { formatDay } from "@/lib/text/format";
import { StateView } from "@/ui/feedback/state-view";
import { ListState } from "../list-state";
import { monthsUpTo, sentenceOf } from "./activity";

const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Page with the administrators' audit log, one month at a time. */
export function ActivityPage() {
  usePageTitle("Activity · Console");
  const [months] = useState(() => monthsUpTo(new Date()));
  const [params, setParams] = useSearchParams();
  const asked = params.get("month");
  const month = months.some(({ value }) => value === asked) ? (asked ?? "") : (months[0]?.value ?? "");
  const list = useInfiniteQuery(activityQuery(month));
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <section aria-labelledby="console-activity">
      <h2 className="sr-only" id="console-activity">
        Activity
      </h2>
      <div className="console-tools">
        <div className="select">
          <select
            className="input"
            aria-label="Month"
            value={month}
            onChange={(event) => setParams({ month: event.target.value }, { replace: true })}
          >
            {months.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden="true" />
        </div>
        <p className="hint">Entries are kept for 400 days and cannot be edited.</p>
      </div>
      <ListState
        list={list}
        what="the activity"
        isEmpty={entries.length === 0 && !list.hasNextPage}
        empty={
          <StateView
            icon={<ScrollText />}
            title="No activity this month"
            body="What administrators upload, edit, delete and decide appears here."
          />
        }
      >
        <div className="card console-card">
          {byDay(entries).map(({ day, of }) => (
            <div key={day} className="day-group">
              <h3>{day}</h3>
              <ol>
                {of.map((entry) => (
                  <Done key={entry.id} entry={entry} />
                ))}
              </ol>
            </div>
          ))}
        </div>
      </ListState>
    </section>
  );
}

function Done({ entry }: { entry: ActivityEntry }) {
  const { at, by, before, after, target } = entry;
  return (
    <li className="deed">
      <time className="num" dateTime={at}>
        {timeFormat.format(new Date(at))}
      </time>
      <div className="min-w-0">
        <p>
          <b>{by}</b> {sentenceOf(entry)}
        </p>
        <p className="what">
          {before !== undefined && (
            <>
              <span className="sr-only">Before: </span>
              {after !== undefined ? <del>{before}</del> : before}
            </>
          )}
          {before !== undefined && after !== undefined && <ArrowRight aria-hidden="true" />}
          {after !== undefined && (
            <>
              <span className="sr-only">{before !== undefined ? " After: " : "After: "}</span>
              {after}
            </>
          )}
          {before === undefined && after === undefined && target}
        </p>
      </div>
    </li>
  );
}

/** Groups entries by day in the administrator's time zone. */
function byDay(entries: readonly ActivityEntry[]): { day: string; of: ActivityEntry[] }[] {
  const days: { day: string; of: ActivityEntry[] }[] = [];
  for (const entry of entries) {
    const day = formatDay(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.of.push(entry);
    else days.push({ day, of: [entry] });
  }
  return days;
}
