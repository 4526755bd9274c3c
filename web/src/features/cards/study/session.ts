import type { QueryClient } from "@tanstack/react-query";
import { STUDY_HOLD_MS, STUDY_TOOK_MAX_MS } from "@/core/limits";
import type { StudyCore, StudyFact, StudyToday } from "@/core/study";
import { knownExams } from "@/data/exams/exams";
import type { StudySettings } from "@/data/study/studying";
import type { StudyWork } from "@/offline/outbox/kinds/changes";
import { add } from "@/offline/outbox/queue";
import { forCore } from "@/parts/exams/plan";
import { zoneMinutes } from "@/parts/exams/study-day";
import { cardsOfCourse, type StudiedCard } from "@/parts/studied/cards";
import { keepDecks, openStudied } from "@/parts/studied/open";

/** What is studied: courses, or one chapter of a course. */
export interface Asked {
  courses: readonly string[];
  chapter?: string | undefined;
}

/** The answers, as they stand beside each other. */
export const ANSWERS = ["again", "hard", "good", "easy"] as const;
export type StudyAnswer = (typeof ANSWERS)[number];
type Aside = "bury" | "suspend";

/** What was done so far. */
export interface Learnt {
  answers: number;
  remembered: number;
  newCards: number;
}

/** The cards of what is studied. */
async function cardsOf(queries: QueryClient, { courses, chapter }: Asked): Promise<StudiedCard[]> {
  return (await Promise.all(courses.map((course) => cardsOfCourse(queries, course, chapter)))).flat();
}

/** The ids of all cards of each course; of a chapter alone nothing follows for its course. */
function decksOf({ courses, chapter }: Asked, cards: readonly StudiedCard[]): Record<string, string> {
  const idsOf = (code: string) => cards.filter(({ course }) => course === code).map(({ id }) => id);
  return Object.fromEntries(chapter ? [] : courses.map((code) => [code, idsOf(code).join(" ")]));
}

/** A number by which nobody else calls a page. */
function newDevice(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  // 53 bits: all whole numbers that are exact.
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}

/** What can be taken back: the fact, and what was learnt before it. */
interface Step {
  sequence: number;
  cardId: string;
  before: Learnt;
}

/** One sitting: which card comes next, and what is done with it. */
export class StudySession {
  readonly #core: StudyCore;
  readonly #cards: readonly StudiedCard[];
  readonly #device = newDevice();
  #sequence = 0;
  #steps: Step[] = [];
  #learnt: Learnt = { answers: 0, remembered: 0, newCards: 0 };

  private constructor(core: StudyCore, cards: readonly StudiedCard[]) {
    this.#core = core;
    this.#cards = cards;
  }

  /** Reads everything that there is to know. */
  static async open(queries: QueryClient, asked: Asked): Promise<StudySession> {
    const [open, cards, exams] = await Promise.all([
      openStudied(queries),
      cardsOf(queries, asked),
      // Without them, cards come as they would without exams.
      knownExams(queries).catch(() => []),
    ]);
    const decks = decksOf(asked, cards);
    await keepDecks(queries, open, decks);
    for (const exam of exams) {
      const ids = decks[exam.course];
      const { day, retentionPercent } = forCore(exam);
      if (ids !== undefined) open.core.callForExam(day, retentionPercent, ids, Date.now(), zoneMinutes());
    }
    open.core.setDeck(cards.map(({ id }) => id).join(" "));
    return new StudySession(open.core, cards);
  }

  get learnt(): Learnt {
    return this.#learnt;
  }

  get mayUndo(): boolean {
    return this.#steps.length > 0;
  }

  /** Whether there is any card in what is studied. */
  get isEmpty(): boolean {
    return this.#cards.length === 0;
  }

  configure(settings: StudySettings): void {
    this.#core.configure(settings);
  }

  /** What there is to do now. */
  today(): StudyToday & { card: StudiedCard | undefined } {
    const today = this.#core.today(Date.now(), zoneMinutes());
    return { ...today, card: today.next === undefined ? undefined : this.#cards[today.next] };
  }

  /** Answers a card. Resolves once the answer cannot be lost any more; it counts from then on. */
  async answer(card: StudiedCard, act: StudyAnswer, isNew: boolean, tookMs: number): Promise<void> {
    const took = Math.min(Math.max(0, Math.round(tookMs)), STUDY_TOOK_MAX_MS);
    await this.#does(card.id, { act, tookMs: took });
    const { answers, remembered, newCards } = this.#learnt;
    this.#learnt = {
      answers: answers + 1,
      remembered: remembered + (act === "again" ? 0 : 1),
      newCards: newCards + (isNew ? 1 : 0),
    };
  }

  /** Cards that are set aside until they are brought back. */
  suspended(): StudiedCard[] {
    return [...this.#core.suspended()].flatMap((place) => this.#cards[place] ?? []);
  }

  /** Lets a card come again that is set aside. */
  bringBack(card: StudiedCard): Promise<void> {
    return this.#does(card.id, { act: "unsuspend" });
  }

  /** Sets a card aside. */
  setAside(card: StudiedCard, act: Aside): Promise<void> {
    return this.#does(card.id, { act });
  }

  /** Takes the last thing back that was done here. */
  async undo(): Promise<void> {
    const step = this.#steps.at(-1);
    if (!step) return;
    const undone = { device: this.#device, sequence: step.sequence };
    await this.#keep({ ...this.#fact(step.cardId), act: "undo", undone });
    this.#steps.pop();
    this.#learnt = step.before;
  }

  async #does(cardId: string, what: Pick<StudyFact, "act" | "tookMs">): Promise<void> {
    const fact = { ...this.#fact(cardId), ...what };
    const before = this.#learnt;
    await this.#keep(fact);
    this.#steps.push({ sequence: fact.sequence, cardId, before });
  }

  #fact(cardId: string) {
    this.#sequence += 1;
    return { sequence: this.#sequence, cardId, whenMs: Date.now(), zoneMinutes: zoneMinutes() };
  }

  /** Not before it is on the disk does it change what comes next. */
  async #keep(fact: StudyFact): Promise<void> {
    const heldUntilMs = Date.now() + STUDY_HOLD_MS;
    const work: StudyWork = { kind: "study", device: this.#device, facts: [fact], heldUntilMs };
    await add(work);
    this.#core.add(this.#device, [fact]);
  }
}
