import type { StudyProgress } from "@/core/study";
import { counted } from "@/lib/text/format";
import { durationText, formatEpochDay, weekdayText } from "@/lib/time/days";
import { reviewsADayText, reviewsText } from "../study/prices";
import { Bars, Chart } from "./chart";
import { retentionOf, type Week, weeksOf } from "./weeks";

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Labels of the first and the last week. */
const endsOf = (weeks: readonly Week[]) => [weekdayText(weeks[0]?.first ?? 0), "This week"];

interface SectionProps {
  progress: StudyProgress;
}

/** Share of reviews that were remembered, by week, beside the desired retention. */
export function Retention({ progress }: SectionProps) {
  const weeks = weeksOf(progress);
  const { retentionPercent: wish, cards, remembered } = progress;
  const all = { recalls: sum(weeks.map(({ recalls }) => recalls)), lapses: sum(weeks.map(({ lapses }) => lapses)) };
  const reached = retentionOf(all);
  return (
    <Chart
      title="What you remember"
      picture={<Bars values={weeks.map(retentionOf)} most={100} line={wish} labels={endsOf(weeks)} />}
      summary={
        <>
          {reached === undefined
            ? `No card has come back after a day or more in the last ${weeks.length} weeks. Your target is ${wish}%.`
            : `You remembered ${reached}% of ${counted(all.recalls + all.lapses, "review", "reviews")} in the last ${weeks.length} weeks. Your target, the line, is ${wish}%.`}{" "}
          {cards > 0 &&
            `Today you would remember about ${Math.round(remembered)} of the ${counted(cards, "card", "cards")} you have begun.`}
        </>
      }
      table={{
        heads: ["Week from", "Remembered", "Reviews"],
        rows: weeks
          .filter(({ recalls, lapses }) => recalls + lapses > 0)
          .toReversed()
          .map((week) => [formatEpochDay(week.first), `${retentionOf(week)}%`, `${week.recalls + week.lapses}`]),
      }}
    />
  );
}

/** Cards due on each of the next days. */
export function Forecast({ progress: { forecast, day, paceMs } }: SectionProps) {
  const total = sum(forecast);
  const most = Math.max(...forecast, 0);
  const busiest = forecast.indexOf(most);
  return (
    <Chart
      title={`The next ${forecast.length} days`}
      picture={<Bars values={forecast} most={most} labels={["Today", weekdayText(day + forecast.length - 1)]} />}
      summary={
        total === 0
          ? "None of the cards you have begun is due in this time."
          : `${counted(total, "card is", "cards are")} due, about ${durationText(total * paceMs)} in all. The busiest day is ${weekdayText(day + busiest)}, with ${most}.`
      }
      table={{
        heads: ["Day", "Cards", "Takes about"],
        rows: forecast.flatMap((count, index) =>
          count > 0 ? [[formatEpochDay(day + index), `${count}`, durationText(count * paceMs)]] : [],
        ),
      }}
    />
  );
}

/** Time spent on answers, by week. */
export function TimeSpent({ progress }: SectionProps) {
  const weeks = weeksOf(progress);
  const last = weeks.at(-1);
  const times = weeks.map(({ tookMs }) => tookMs);
  return (
    <Chart
      title="Time on cards"
      picture={<Bars values={times} most={Math.max(...times, 0)} marked={weeks.length - 1} labels={endsOf(weeks)} />}
      summary={`${durationText(last?.tookMs ?? 0)} in the last seven days, ${durationText(sum(times))} in ${weeks.length} weeks. Only the time until you rate a card counts, and a pause at most a minute.`}
      table={{
        heads: ["Week from", "Time", "Answers", "Days"],
        rows: weeks
          .filter(({ answers }) => answers > 0)
          .toReversed()
          .map(({ first, tookMs, answers, studied }) => [
            formatEpochDay(first),
            durationText(tookMs),
            `${answers}`,
            `${studied}`,
          ]),
      }}
    />
  );
}

const CELL = 10;
const STEP = 12;
const WEEK_DAYS = 7;

/** Days with answers, as a calendar with one column per week. */
export function DaysStudied({ progress }: SectionProps) {
  const { days, day, streakDays, longestStreakDays } = progress;
  const weeks = weeksOf(progress);
  const studied = days.filter(({ answers }) => answers > 0).length;
  const first = day - days.length + 1;
  const rows = days.map((each, index) => ({ ...each, day: first + index }));
  return (
    <Chart
      title="Days of study"
      picture={
        <svg className="calendar" viewBox={`0 0 ${weeks.length * STEP - 2} ${WEEK_DAYS * STEP - 2}`} aria-hidden="true">
          {rows.map(({ answers, day }, index) => (
            <rect
              key={day}
              className={answers > 0 ? "studied" : undefined}
              x={Math.floor(index / WEEK_DAYS) * STEP}
              y={(index % WEEK_DAYS) * STEP}
              width={CELL}
              height={CELL}
              rx={2}
            />
          ))}
        </svg>
      }
      summary={
        <>
          You studied on {counted(studied, "day", "days")} of the last {days.length}.{" "}
          {streakDays > 1 && `It is ${streakDays} days in a row so far. `}
          {longestStreakDays > 1 && `Your longest row has ${longestStreakDays} days. `}
          Days off are fine: the cards wait, and those you would forget first come first.
        </>
      }
      table={{
        heads: ["Day", "Answers", "Time"],
        rows: rows
          .filter(({ answers }) => answers > 0)
          .toReversed()
          .map(({ day, answers, tookMs }) => [formatEpochDay(day), `${answers}`, durationText(tookMs)]),
      }}
    />
  );
}

/** Work that some desired retentions cost. */
export function Prices({ progress: { prices, retentionPercent, cards } }: SectionProps) {
  const own = prices.findIndex((price) => price.retentionPercent === retentionPercent);
  const reviews = prices.map(({ reviewsADay }) => reviewsADay);
  const chosen = prices[own];
  const textOf = (price: (typeof prices)[number]) => `${price.retentionPercent}%: ${reviewsText(price.reviewsADay)}`;
  const others = prices.filter((_, index) => index !== own).toReversed();
  if (!chosen) return null;
  return (
    <Chart
      title="What your target costs"
      picture={
        <Bars
          values={reviews}
          most={Math.max(...reviews, 0)}
          marked={own}
          labels={prices.map((price) => `${price.retentionPercent}%`)}
        />
      }
      summary={`Your target of ${retentionPercent}% costs about ${reviewsADayText(chosen.reviewsADay)} for the ${counted(cards, "card", "cards")} you have begun, ${durationText(chosen.msADay)}. ${others.map(textOf).join("; ")}. New cards come on top. Change the target in the study settings of a session.`}
      table={{
        heads: ["Target", "Reviews a day", "Time a day"],
        rows: prices.map((price) => [
          `${price.retentionPercent}%`,
          reviewsText(price.reviewsADay),
          durationText(price.msADay),
        ]),
      }}
    />
  );
}
