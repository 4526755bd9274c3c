import type { StudyProgress } from "@/core/study";

const WEEK_DAYS = 7;

type Day = StudyProgress["days"][number];

/** The totals of seven days. */
export interface Week extends Day {
  /** First day, in days since 1970-01-01. */
  first: number;
  /** Number of days with an answer. */
  studied: number;
}

const sumOf = (days: readonly Day[], of: (day: Day) => number) => days.reduce((sum, day) => sum + of(day), 0);

/** Returns the totals of each week, oldest first. The last week ends today. */
export function weeksOf({ days, day }: Pick<StudyProgress, "days" | "day">): Week[] {
  const count = Math.floor(days.length / WEEK_DAYS);
  return Array.from({ length: count }, (_, index) => {
    const begin = days.length - (count - index) * WEEK_DAYS;
    const some = days.slice(begin, begin + WEEK_DAYS);
    return {
      first: day - days.length + 1 + begin,
      studied: some.filter(({ answers }) => answers > 0).length,
      answers: sumOf(some, ({ answers }) => answers),
      tookMs: sumOf(some, ({ tookMs }) => tookMs),
      recalls: sumOf(some, ({ recalls }) => recalls),
      lapses: sumOf(some, ({ lapses }) => lapses),
    };
  });
}

/** Returns the percentage of reviews in which the card was remembered, or `undefined` without reviews. */
export function retentionOf({ recalls, lapses }: Pick<Day, "recalls" | "lapses">): number | undefined {
  const reviews = recalls + lapses;
  return reviews === 0 ? undefined : Math.round((100 * recalls) / reviews);
}
