import type { QueryClient } from "@tanstack/react-query";
import { STUDY_HOLD_MS, STUDY_TOOK_MAX_MS } from "@/core/limits";
import type { ReviewEvent, StudyCore, StudyToday } from "@/core/study";
import { knownExams } from "@/data/exams/exams";
import type { StudySettings } from "@/data/study/review-log";
import type { ReviewEventsChange } from "@/offline/outbox/kinds/study";
import { enqueueChange } from "@/offline/outbox/queue";
import { toCoreExam } from "@/parts/exams/plan";
import { zoneMinutes } from "@/parts/exams/study-day";
import { cacheCourseCardIds, loadScheduler } from "@/parts/review/load-scheduler";
import { cardsOfCourse, type ReviewCard } from "@/parts/review/review-cards";

/** Scope of a review session: courses, or one chapter of a course. */
export interface StudyScope {
  courses: readonly string[];
  chapter?: string | undefined;
}

/** Ratings, in the order of their buttons. */
export const ANSWERS = ["again", "hard", "good", "easy"] as const;
export type StudyAnswer = (typeof ANSWERS)[number];
type Aside = "bury" | "suspend";

export interface SessionStats {
  answerCount: number;
  remembered: number;
  newCards: number;
}

async function cardsOf(queries: QueryClient, { courses, chapter }: StudyScope): Promise<ReviewCard[]> {
  return (await Promise.all(courses.map((course) => cardsOfCourse(queries, course, chapter)))).flat();
}

/**
 * Returns the card ids of each course, or nothing for a single chapter, which does not list all cards of its course.
 */
function decksOf({ courses, chapter }: StudyScope, cards: readonly ReviewCard[]): Record<string, string> {
  const idsOf = (code: string) => cards.filter(({ course }) => course === code).map(({ id }) => id);
  return Object.fromEntries(chapter ? [] : courses.map((code) => [code, idsOf(code).join(" ")]));
}

/** Returns a random device id. Each review session has its own. */
function newReplicaId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  // 53 bits: the integers that a double represents exactly.
  return (high & 0x1f_ffff) * 2 ** 32 + low;
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
  readonly #device = newReplicaId();
  #sequence = 0;
  #steps: Step[] = [];
  #learnt: SessionStats = { answerCount: 0, remembered: 0, newCards: 0 };

  private constructor(core: StudyCore, cards: readonly ReviewCard[]) {
    this.#core = core;
    this.#cards = cards;
  }

  /** Loads the cards, the review log and the exams. Also works offline. */
  static async open(queries: QueryClient, scope: StudyScope): Promise<StudySession> {
    const [open, cards, exams] = await Promise.all([
      loadScheduler(queries),
      cardsOf(queries, scope),
      // Without exams, cards follow their normal schedule.
      knownExams(queries).catch(() => []),
    ]);
    const decks = decksOf(scope, cards);
    await cacheCourseCardIds(queries, open, decks);
    for (const exam of exams) {
      const ids = decks[exam.course];
      const { day, retentionPercent } = toCoreExam(exam);
      if (ids !== undefined) open.core.callForExam(day, retentionPercent, ids, Date.now(), zoneMinutes());
    }
    open.core.setDeck(cards.map(({ id }) => id).join(" "));
    return new StudySession(open.core, cards);
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

  configure(settings: StudySettings): void {
    this.#core.configure(settings);
  }

  /** Returns today's remaining counts and the next card. */
  today(): StudyToday & { card: ReviewCard | undefined } {
    const today = this.#core.today(Date.now(), zoneMinutes());
    return { ...today, card: today.next === undefined ? undefined : this.#cards[today.next] };
  }

  /** Records a rating. Resolves when the event is stored on the device; the rating counts from then on. */
  async answer(card: ReviewCard, action: StudyAnswer, isNew: boolean, tookMs: number): Promise<void> {
    const took = Math.min(Math.max(0, Math.round(tookMs)), STUDY_TOOK_MAX_MS);
    await this.#does(card.id, { action, tookMs: took });
    const { answerCount, remembered, newCards } = this.#learnt;
    this.#learnt = {
      answerCount: answerCount + 1,
      remembered: remembered + (action === "again" ? 0 : 1),
      newCards: newCards + (isNew ? 1 : 0),
    };
  }

  suspended(): ReviewCard[] {
    return [...this.#core.suspended()].flatMap((place) => this.#cards[place] ?? []);
  }

  bringBack(card: ReviewCard): Promise<void> {
    return this.#does(card.id, { action: "unsuspend" });
  }

  setAside(card: ReviewCard, action: Aside): Promise<void> {
    return this.#does(card.id, { action });
  }

  async undo(): Promise<void> {
    const step = this.#steps.at(-1);
    if (!step) return;
    const undone = { device: this.#device, sequence: step.sequence };
    await this.#keep({ ...this.#event(step.cardId), action: "undo", undone });
    this.#steps.pop();
    this.#learnt = step.before;
  }

  async #does(cardId: string, what: Pick<ReviewEvent, "action" | "tookMs">): Promise<void> {
    const event = { ...this.#event(cardId), ...what };
    const before = this.#learnt;
    await this.#keep(event);
    this.#steps.push({ sequence: event.sequence, cardId, before });
  }

  #event(cardId: string) {
    this.#sequence += 1;
    return { sequence: this.#sequence, cardId, whenMs: Date.now(), zoneMinutes: zoneMinutes() };
  }

  /** Stores the event first, then updates the schedule, so that a failed write changes nothing. */
  async #keep(event: ReviewEvent): Promise<void> {
    const batchUntilMs = Date.now() + STUDY_HOLD_MS;
    const work: ReviewEventsChange = { kind: "study", device: this.#device, events: [event], batchUntilMs };
    await enqueueChange(work);
    this.#core.add(this.#device, [event]);
  }
}
