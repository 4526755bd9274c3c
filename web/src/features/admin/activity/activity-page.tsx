import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight, ScrollText, SearchX, X } from "lucide-react";
import { useState } from "react";
import { type ActivityEntry, activityQuery } from "@/data/admin/admin";
import { formatDay } from "@/lib/text/format";
import { PaginatedList } from "@/parts/paginated-list";
import { Button } from "@/ui/controls/button";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { ConsolePage, FilterSelect, SearchInput } from "../console-page";
import { useFilterParam } from "../use-content-filter-params";
import { activityKinds, auditActionLabel, auditMonthOptions, parseActivityFilter } from "./activity";

const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** Page with the administrators' audit log, one month at a time, filtered by administrator, kind and text. */
export function ActivityPage() {
  const [months] = useState(() => auditMonthOptions(new Date()));
  const { params, change, typed, setTyped } = useFilterParam();
  const filter = parseActivityFilter(params, months);
  // Keep the entries of the previous filter until the new ones have loaded.
  const list = useInfiniteQuery({ ...activityQuery(filter), placeholderData: keepPreviousData });
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filter.by !== undefined || filter.kind !== undefined || filter.text !== undefined;
  const person = entries.find(({ byId }) => byId === filter.by)?.by ?? "this administrator";

  return (
    <ConsolePage title="Activity" isBusy={list.isFetching}>
      <div className="console-tools">
        <SearchInput
          label="Filter by name, code or changed text"
          placeholder="Filter activity"
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <FilterSelect
          label="Kind"
          value={filter.kind ?? ""}
          options={[["", "All kinds"], ...Object.entries(activityKinds)]}
          onChange={(kind) => change({ kind })}
        />
        <FilterSelect
          label="Month"
          value={filter.month}
          options={months.map(({ value, label }) => [value, label] as const)}
          onChange={(month) => change({ month })}
        />
        {filter.by && (
          <Button
            size="sm"
            icon={<X />}
            aria-label={`Only ${person}, show all`}
            onClick={() => change({ by: undefined })}
          >
            Only {person}
          </Button>
        )}
        <p className="hint">Entries are kept for 400 days and cannot be edited.</p>
      </div>
      <PaginatedList
        list={list}
        what="the activity"
        isEmpty={entries.length === 0 && !list.hasNextPage}
        empty={
          isFiltered ? (
            <StatusPlaceholder
              icon={<SearchX />}
              title="Nothing matches"
              body="Try fewer words, another kind, or another month."
              action={
                <Button
                  onClick={() => {
                    setTyped("");
                    change({ by: undefined, kind: undefined, text: undefined });
                  }}
                >
                  Clear the filter
                </Button>
              }
            />
          ) : (
            <StatusPlaceholder
              icon={<ScrollText />}
              title="No activity this month"
              body="What administrators upload, edit, delete and decide appears here."
            />
          )
        }
      >
        <div className="card console-card">
          {byDay(entries).map(({ day, of }) => (
            <div key={day} className="day-group">
              <h3>{day}</h3>
              <ol>
                {of.map((entry) => (
                  <Done key={entry.id} entry={entry} onPerson={() => change({ by: entry.byId })} />
                ))}
              </ol>
            </div>
          ))}
        </div>
      </PaginatedList>
    </ConsolePage>
  );
}

function Done({ entry, onPerson }: { entry: ActivityEntry; onPerson: () => void }) {
  const { at, by, key, before, after, object } = entry;
  return (
    <li className="audit-entry">
      <time className="tabular-nums" dateTime={at}>
        {timeFormat.format(new Date(at))}
      </time>
      <div className="min-w-0">
        <p>
          <button type="button" className="link" title={`Show only ${by}`} onClick={onPerson}>
            {by}
          </button>{" "}
          {auditActionLabel(entry)}
          {key !== undefined && ` with the key “${key}”`}
        </p>
        <p className="what">{object}</p>
        {before !== after && (
          <p className="change">
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
          </p>
        )}
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
