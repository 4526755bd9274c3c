import type { QueryClient } from "@tanstack/react-query";
import type { ReviewEvent, StudyCore, StudyPrice, StudyTimedGain, StudyTimedPlan, StudyToday } from "@/core/study";
import { readExams } from "@/data/exams/exams";
import type { StudyMemory, StudySettings } from "@/data/study/review-log";
import { toCoreExam } from "@/parts/exams/plan";
import { studyDay, zoneMinutes } from "@/parts/exams/study-day";
import { cacheCourseCardIds, type LoadedScheduler, loadScheduler } from "@/parts/review/load-scheduler";
import { type ReviewCard, readCourseCards } from "@/parts/review/review-cards";
import { type Rating, ReviewRecorder } from "./review-recorder";

/** Scope of a review session: courses, or one chapter of a course. */
export interface StudyScope {
  courses: readonly string[];
  chapter?: string | undefined;
}

type Aside = "bury" | "suspend";

/** Day for which a session with a time budget prepares: of exams, in 30 days, or both in different courses. */
export type TimedTarget = "exam" | "month" | "mixed";

const MINUTE_MS = 60_000;

export interface SessionStats {
  answerCount: number;
  rememberedCount: number;
  newCards: number;
}

async function cardsOf(queries: QueryClient, { courses, chapter }: StudyScope): Promise<ReviewCard[]> {
  return (await Promise.all(courses.map((course) => readCourseCards(queries, course, chapter)))).flat();
}

/**
 * Returns the card ids of each course, or nothing for a single chapter, which does not list all cards of its course.
 */
function decksOf({ courses, chapter }: StudyScope, cards: readonly ReviewCard[]): Record<string, string> {
  const idsOf = (code: string) => cards.filter(({ course }) => course === code).map(({ id }) => id);
  return Object.fromEntries(chapter ? [] : courses.map((code) => [code, idsOf(code).join(" ")]));
}

/** An event that can be undone, and the statistics before it. */
interface Step {
  sequence: number;
  cardId: string;
  before: SessionStats;
}

/** One review session: selects the next card and records the student's actions. */
export class StudySession {
  readonly #core: StudyCore;
  readonly #cards: readonly ReviewCard[];
  /** Memory model with which the session was opened. */
  readonly #memory: StudyMemory | undefined;
  readonly #recorder = new ReviewRecorder();
  /** Day of the exam of each card, in days since 1970-01-01; 0 if there is none. */
  readonly #examDays: Int32Array;
  #steps: Step[] = [];
  #learnt: SessionStats = { answerCount: 0, rememberedCount: 0, newCards: 0 };

  private constructor(
    { core, memory }: LoadedScheduler,
    cards: readonly ReviewCard[],
    examDays: ReadonlyMap<string, number>,
  ) {
    this.#core = core;
    this.#memory = memory;
    this.#cards = cards;
    this.#examDays = Int32Array.from(cards, ({ course }) => examDays.get(course) ?? 0);
  }

  /** Loads the cards, unless given, the review log and the exams. Also works offline. */
  static async open(
    queries: QueryClient,
    scope: StudyScope,
    given?: Promise<readonly ReviewCard[]>,
  ): Promise<StudySession> {
    const [open, cards, exams] = await Promise.all([
      loadScheduler(queries),
      given ?? cardsOf(queries, scope),
      // Without exams, cards follow their normal schedule.
      readExams(queries).catch(() => []),
    ]);
    const decks = decksOf(scope, cards);
    await cacheCourseCardIds(queries, open, decks);
    for (const exam of exams) {
      const ids = decks[exam.course];
      const { day, retentionPercent } = toCoreExam(exam);
      if (ids !== undefined) open.core.pullForward(day, retentionPercent, ids, Date.now(), zoneMinutes());
    }
    open.core.setDeck(cards.map(({ id }) => id).join(" "));
    const today = studyDay();
    const examDays = exams.map((exam) => [exam.course, toCoreExam(exam).day] as const);
    return new StudySession(open, cards, new Map(examDays.filter(([, day]) => day >= today)));
  }

  get stats(): SessionStats {
    return this.#learnt;
  }

  get mayUndo(): boolean {
    return this.#steps.length > 0;
  }

  get isEmpty(): boolean {
    return this.#cards.length === 0;
  }

  get cardCount(): number {
    return this.#cards.length;
  }

  get timedTarget(): TimedTarget {
    const withExam = this.#examDays.filter((day) => day > 0).length;
    return withExam === 0 ? "month" : withExam === this.#cards.length ? "exam" : "mixed";
  }

  /** Predicts a session with a time budget. */
  planTimed(minutes: number): StudyTimedPlan {
    return this.#core.timedPlan(minutes * MINUTE_MS, this.#examDays, Date.now(), zoneMinutes());
  }

  /** Starts such a session. From now on, `today` has its next card, and none once the time is over. */
  beginTimed(minutes: number): void {
    this.#core.beginTimed(minutes * MINUTE_MS, this.#examDays, Date.now(), zoneMinutes());
  }

  /** Returns what the session with a time budget has gained so far. */
  timedGain(): StudyTimedGain | undefined {
    return this.#core.timedGain();
  }

  /** Returns the work that some desired retentions cost. */
  prices(): StudyPrice[] {
    return this.#core.prices(Date.now(), zoneMinutes());
  }

  /**
   * Changes the daily limits and the desired retention. A new memory model applies from the next session on: the states
   * in a snapshot belong to the model with which the core was opened.
   */
  setSettings({ memory: _, ...limits }: StudySettings): void {
    this.#core.configure({ ...limits, ...(this.#memory && { memory: this.#memory }) });
  }

  /** Returns today's remaining counts and the next card. */
  today(): StudyToday & { card: ReviewCard | undefined } {
    const today = this.#core.today(Date.now(), zoneMinutes());
    return { ...today, card: today.next === undefined ? undefined : this.#cards[today.next] };
  }

  /** Records a rating. Resolves when the event is stored on the device; the rating counts from then on. */
  async answer(card: ReviewCard, action: Rating, isNew: boolean, tookMs: number): Promise<void> {
    await this.#does(card.id, action, tookMs);
    const { answerCount, rememberedCount, newCards } = this.#learnt;
    this.#learnt = {
      answerCount: answerCount + 1,
      rememberedCount: rememberedCount + (action === "again" ? 0 : 1),
      newCards: newCards + (isNew ? 1 : 0),
    };
  }

  suspended(): ReviewCard[] {
    return [...this.#core.suspended()].flatMap((place) => this.#cards[place] ?? []);
  }

  unsuspend(card: ReviewCard): Promise<void> {
    return this.#does(card.id, "unsuspend");
  }

  suspendOrBury(card: ReviewCard, action: Aside): Promise<void> {
    return this.#does(card.id, action);
  }

  async undo(): Promise<void> {
    const step = this.#steps.at(-1);
    if (!step) return;
    const undone = { device: this.#recorder.device, sequence: step.sequence };
    this.#apply(await this.#recorder.undo(step.cardId, undone));
    this.#steps.pop();
    this.#learnt = step.before;
  }

  async #does(cardId: string, action: ReviewEvent["action"], tookMs?: number): Promise<void> {
    const before = this.#learnt;
    const event = await this.#recorder.record(cardId, { action }, tookMs);
    this.#apply(event);
    this.#steps.push({ sequence: event.sequence, cardId, before });
  }

  /** Updates the schedule. The event is stored before, so that a failed write changes nothing. */
  #apply(event: ReviewEvent): void {
    this.#core.add(this.#recorder.device, [event]);
  }
}
