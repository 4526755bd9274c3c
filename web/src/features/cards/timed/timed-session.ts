import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiProblem } from "@/api/problem";
import type { StudyTimedPlan } from "@/core/study";
import { counted } from "@/lib/text/format";
import { durationText } from "@/lib/time/days";
import { type ReviewCard, readCourseCards } from "@/parts/review/review-cards";
import { StudySession, type TimedTarget } from "../study/session";

interface LoadedSession {
  session: StudySession;
  /** Courses whose cards could not be loaded and are not on this device. */
  missing: readonly string[];
}

/** Returns the cards of a course, none if it was deleted, and `undefined` if they cannot be loaded. */
async function knownCards(queries: QueryClient, code: string): Promise<ReviewCard[] | undefined> {
  try {
    return await readCourseCards(queries, code);
  } catch (error) {
    return error instanceof ApiProblem && error.code === "not_found" ? [] : undefined;
  }
}

/**
 * Session with the cards of these courses. Offline, those whose cards are on the device. `round` is the number of
 * finished sessions on the page: a session keeps its statistics, so the next one needs a new object.
 */
export const timedSessionQuery = (queries: QueryClient, courses: readonly string[], round: number) =>
  queryOptions({
    queryKey: ["studying", "timed", courses, round] as const,
    queryFn: async (): Promise<LoadedSession> => {
      const decks = Promise.all(courses.map(async (code) => ({ code, cards: await knownCards(queries, code) })));
      const known = (await decks).filter(({ cards }) => cards !== undefined);
      const scope = { courses: known.map(({ code }) => code) };
      const cards = known.flatMap(({ cards }) => cards ?? []);
      const session = await StudySession.open(queries, scope, Promise.resolve(cards));
      return { session, missing: courses.filter((code) => !scope.courses.includes(code)) };
    },
    networkMode: "always" as const,
    // The session updates itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });

/** Day for which the session prepares, at the end of a sentence. */
export const TARGETS: Record<TimedTarget, string> = {
  exam: "on the day of the exam",
  month: "in 30 days",
  mixed: "on the day of the exam, or in 30 days in courses without one",
};

/** Returns what a session will cover, such as `40 minutes: about 52 cards, 12 of them new.` */
export function planText({ cards, newCards, tookMs }: StudyTimedPlan, minutes: number): string {
  if (cards === 0) return "No card would gain from an answer now.";
  const all =
    tookMs < (minutes - 1) * 60_000
      ? `The cards that help now take ${durationText(tookMs)}`
      : durationText(minutes * 60_000);
  if (newCards === cards) return `${all}: about ${counted(cards, "new card", "new cards")}.`;
  const news = newCards > 0 ? `, ${newCards} of them new` : "";
  return `${all}: about ${counted(cards, "card", "cards")}${news}.`;
}

/** Returns the numbers of remembered cards before and after a session, rounded so that they agree with their gain. */
export function gainOf({ before, after }: { before: number; after: number }) {
  const from = Math.round(before);
  return { from, to: from + Math.round(after - before), gain: Math.round(after - before) };
}
