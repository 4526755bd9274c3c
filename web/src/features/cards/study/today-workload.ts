import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Exam } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { STUDY_TOOK_DEFAULT_MS } from "@/core/limits";
import type { StudyCore } from "@/core/study";
import { readExams } from "@/data/exams/exams";
import { staleTimes } from "@/data/query/cache-policies";
import { toCoreExam } from "@/parts/exams/plan";
import { zoneMinutes } from "@/parts/exams/study-day";
import { loadScheduler } from "@/parts/review/load-scheduler";
import { readCourseCards } from "@/parts/review/review-cards";

/** Number of days whose reviews are shown, up to and including today. */
const SHOWN_DAYS = 7;

/** Cards of a course to study today. */
export interface CourseWorkload {
  code: string;
  /** All cards of the course. `undefined` if they could not be loaded. */
  cards: number | undefined;
  due: number;
  newCards: number;
}

/** Cards to study today in all courses, and the reviews of the last days. */
export interface TodayWorkload {
  courses: readonly CourseWorkload[];
  /** Codes of requested courses that were deleted and in which the student has no personal cards. */
  deleted: readonly string[];
  /** Remaining limits of today for all courses, from the student's settings. */
  dueLeft: number;
  newLeft: number;
  /** Estimated duration of one card, in milliseconds. */
  paceMs: number;
  streakDays: number;
  /** Today, in days since 1970-01-01. */
  day: number;
  /** Number of answers in the last year. */
  yearAnswers: number;
  /** Reviews on each of the last seven days, ending with today. */
  week: readonly number[];
}

/**
 * Returns the ids of all cards of a course. Returns `undefined` if they cannot be loaded and are not on this device, and
 * `null` if the course was deleted.
 */
async function idsOf(queries: QueryClient, code: string): Promise<string[] | null | undefined> {
  try {
    return (await readCourseCards(queries, code)).map(({ id }) => id);
  } catch (error) {
    // A deleted course stays among the followed ones.
    if (error instanceof ApiProblem && error.code === "not_found") return null;
    return undefined;
  }
}

async function todayShare(queries: QueryClient, codes: readonly string[]): Promise<TodayWorkload> {
  const [{ core }, exams, asked] = await Promise.all([
    loadScheduler(queries),
    // Without exams, cards follow their normal schedule.
    readExams(queries).catch(() => []),
    Promise.all(codes.map(async (code) => ({ code, ids: await idsOf(queries, code) }))),
  ]);
  const deleted = asked.flatMap(({ code, ids }) => (ids === null ? code : []));
  const decks = asked.flatMap(({ code, ids }) => (ids === null ? [] : { code, ids }));
  try {
    return { deleted, ...computed(core, exams, decks) };
  } finally {
    core.free();
  }
}

interface Deck {
  code: string;
  /** Ids of all cards. `undefined` if they could not be loaded. */
  ids: readonly string[] | undefined;
}

function computed(core: StudyCore, exams: readonly Exam[], decks: readonly Deck[]): Omit<TodayWorkload, "deleted"> {
  const [now, zone] = [Date.now(), zoneMinutes()];
  for (const { code, ids } of decks) {
    if (!ids) continue;
    core.setCourse(code, ids.join(" "));
    const exam = exams.find(({ course }) => course === code);
    if (!exam) continue;
    const { day, retentionPercent } = toCoreExam(exam);
    core.pullForward(day, retentionPercent, ids.join(" "), now, zone);
  }
  const leftIn = (ids: readonly string[]) => {
    core.setDeck(ids.join(" "));
    const { newLeft, learningLeft, reviewsLeft } = core.today(now, zone);
    return { due: learningLeft + reviewsLeft, newCards: newLeft };
  };
  const courses = decks.map(({ code, ids }) => ({ code, cards: ids?.length, ...leftIn(ids ?? []) }));
  const all = leftIn(decks.flatMap(({ ids }) => ids ?? []));
  const { due, dueMs, streakDays, day, year } = core.overview(now, zone);
  return {
    courses,
    dueLeft: all.due,
    newLeft: all.newCards,
    paceMs: due > 0 ? dueMs / due : STUDY_TOOK_DEFAULT_MS,
    streakDays,
    day,
    yearAnswers: year.reduce((sum, answers) => sum + answers, 0),
    week: year.slice(-SHOWN_DAYS),
  };
}

/** Key of all results of `todayWorkloadQuery`. */
export const todayShareKey = ["me", "today-share"] as const;

export const todayWorkloadQuery = (queries: QueryClient, codes: readonly string[]) =>
  queryOptions({
    queryKey: [...todayShareKey, codes] as const,
    queryFn: () => todayShare(queries, codes),
    staleTime: staleTimes.live,
    // The student may have studied since the last mount.
    refetchOnMount: "always" as const,
    // Offline, the numbers are computed from cached data.
    networkMode: "always" as const,
  });

/**
 * Returns today's cards in the chosen courses within the daily limits. `isLimited` is true if the limit holds back new
 * cards.
 */
export function selectedWorkload({ courses, dueLeft, newLeft, paceMs }: TodayWorkload, chosen: readonly string[]) {
  const among = courses.filter(({ code }) => chosen.includes(code));
  const sum = (count: (course: CourseWorkload) => number) => among.reduce((total, course) => total + count(course), 0);
  const due = Math.min(
    dueLeft,
    sum((course) => course.due),
  );
  const waiting = sum((course) => course.newCards);
  const newCards = Math.min(newLeft, waiting);
  return { due, newCards, isLimited: newCards < waiting, ms: (due + newCards) * paceMs };
}
