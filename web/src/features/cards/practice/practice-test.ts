import type { ReviewEventId } from "@/core/study";
import type { ReviewCard } from "@/parts/review/review-cards";
import type { Rating } from "../study/review-recorder";
import { chooseCards, groupByChapter, pickChoices } from "./card-selection";
import type { Difference, TypedRules } from "./grading";
import type { Random } from "./random";

/** Ways of answering a question. */
export const ANSWER_MODES = ["flip", "typed", "choice"] as const;
export type AnswerMode = (typeof ANSWER_MODES)[number];

/** Settings of a test. They are the defaults of the next one. */
export interface PracticeSettings {
  /** Number of cards; 0 for all. */
  count: number;
  /** Time limit in minutes; 0 for none. */
  minutes: number;
  mode: AnswerMode;
  rules: TypedRules;
}

export const DEFAULT_SETTINGS: PracticeSettings = {
  count: 20,
  minutes: 0,
  mode: "flip",
  rules: { accents: true, letterCase: false },
};

export interface PracticeQuestion {
  cardId: string;
  /** Ids of the cards whose answers are offered. Empty unless answers are chosen. */
  choices: readonly string[];
}

/** Answer to one question, which is recorded as a review. */
export interface PracticeAnswer {
  rating: Rating;
  difference?: Difference | undefined;
  /** Typed text, or id of the card whose answer was chosen. */
  given?: string | undefined;
  /** The review event, to undo it if the student corrects the grading. */
  event: ReviewEventId;
  tookMs: number;
  /** True after the student has corrected the grading. */
  isCorrected?: boolean | undefined;
}

/** One practice test. It is stored on the device, so that it survives a reload. */
export interface PracticeTest {
  /** Part of the URL of the test and of its result. */
  id: string;
  course: string;
  settings: PracticeSettings;
  questions: readonly PracticeQuestion[];
  /** Answers to the first questions, in their order. */
  answers: readonly PracticeAnswer[];
  /** Index of the question on screen. It is answered if `answers` has its index. */
  shown: number;
  /** Text that the student has typed for the current question. */
  typed: string;
  /** Time at which the test ends (Unix milliseconds); missing without a time limit. */
  endsAtMs?: number | undefined;
  isOver: boolean;
}

/** Creates a test of cards of a course. `course` has all cards of the course, from which wrong choices are taken. */
export function createTest(
  cards: readonly ReviewCard[],
  course: readonly ReviewCard[],
  settings: PracticeSettings,
  random: Random,
  nowMs: number,
): PracticeTest {
  const { count, minutes, mode } = settings;
  return {
    id: nowMs.toString(36),
    course: cards[0]?.course ?? "",
    settings,
    questions: chooseCards(cards, count || cards.length, random).map((card) => ({
      cardId: card.id,
      choices: mode === "choice" ? pickChoices(card, course, random) : [],
    })),
    answers: [],
    shown: 0,
    typed: "",
    endsAtMs: minutes > 0 ? nowMs + minutes * 60_000 : undefined,
    isOver: false,
  };
}

export const isRight = ({ rating }: PracticeAnswer) => rating !== "again";

/** Adds the answer to the current question. A flipped card needs no feedback, so the next question follows at once. */
export function withAnswer(test: PracticeTest, answer: PracticeAnswer): PracticeTest {
  const answered = { ...test, answers: [...test.answers, answer], typed: "" };
  return test.settings.mode === "flip" ? advance(answered) : answered;
}

/** Replaces the last answer after the student has corrected its grading. */
export const withCorrection = (test: PracticeTest, answer: PracticeAnswer): PracticeTest => ({
  ...test,
  answers: [...test.answers.slice(0, -1), answer],
});

/** Shows the next question, or ends the test after the last one. */
export function advance(test: PracticeTest): PracticeTest {
  const shown = test.shown + 1;
  return shown < test.questions.length ? { ...test, shown } : { ...test, isOver: true };
}

export interface PracticeResult {
  card: ReviewCard;
  answer: PracticeAnswer;
}

/** Returns the answered cards. Cards that were deleted since are omitted. */
export function resultsOf(test: PracticeTest, cards: ReadonlyMap<string, ReviewCard>): PracticeResult[] {
  return test.answers.flatMap((answer, index) => {
    const card = cards.get(test.questions[index]?.cardId ?? "");
    return card ? { card, answer } : [];
  });
}

export interface ChapterScore {
  id: string;
  title: string;
  answered: number;
  right: number;
}

/** Returns the score of each chapter, in the order of the course. */
export function scoresOf(results: readonly PracticeResult[], order: readonly ReviewCard[]): ChapterScore[] {
  return groupByChapter(order).flatMap(({ id, title }) => {
    const group = results.filter(({ card }) => (card.chapterId ?? "") === id);
    const right = group.filter(({ answer }) => isRight(answer)).length;
    return group.length > 0 ? { id, title, answered: group.length, right } : [];
  });
}

/** Returns a running test without open questions whose cards were deleted since. */
export function withoutDeleted(test: PracticeTest, cards: ReadonlyMap<string, ReviewCard>): PracticeTest {
  if (test.isOver) return test;
  const isKnown = ({ cardId }: PracticeQuestion) => cards.has(cardId);
  const answered = test.questions.slice(0, test.answers.length);
  const open = test.questions.slice(test.answers.length).filter(isKnown);
  const last = answered[test.shown];
  const shown = last && !isKnown(last) ? test.shown + 1 : test.shown;
  const questions = [...answered, ...open];
  return shown < questions.length
    ? { ...test, questions, shown }
    : { ...test, questions, shown: Math.max(0, questions.length - 1), isOver: true };
}
