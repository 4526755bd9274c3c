import type { ReviewCard } from "@/parts/review/review-cards";
import { storedCardId } from "@/parts/review/stored-card-id";
import { plainText } from "./plain-text";
import { type Random, shuffled } from "./random";

/** Number of answers to choose from. */
const CHOICES = 4;

export interface ChapterGroup {
  /** Id of the chapter; empty for cards without one. */
  id: string;
  title: string;
  cards: readonly ReviewCard[];
}

/** Key under which answers count as the same: choices must differ in what the student reads. */
const answerKey = ({ content }: ReviewCard) => plainText(content).toLowerCase();

/** Groups cards by chapter, in the order of the course. */
export function groupByChapter(cards: readonly ReviewCard[]): ChapterGroup[] {
  const groups = new Map<string, ChapterGroup & { cards: ReviewCard[] }>();
  for (const card of cards) {
    const id = card.chapterId ?? "";
    const group = groups.get(id) ?? { id, title: card.chapter, cards: [] };
    group.cards.push(card);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Returns the number of cards that one test can ask: of the gaps of one card, only one. */
export const askableCount = (cards: readonly ReviewCard[]): number => new Set(cards.map(storedCardId)).size;

/** Returns the cards with one of the gaps of each card. One answer would give away the others. */
function withoutSiblings(cards: readonly ReviewCard[], random: Random): readonly ReviewCard[] {
  if (!cards.some(({ gap }) => gap)) return cards;
  const kept = new Map(shuffled(cards, random).map((card) => [storedCardId(card), card.id]));
  return cards.filter((card) => kept.get(storedCardId(card)) === card.id);
}

/** Returns cards in random order, from each chapter as many as its share of all cards. */
export function chooseCards(cards: readonly ReviewCard[], count: number, random: Random): ReviewCard[] {
  const spread = groupByChapter(withoutSiblings(cards, random)).flatMap(({ cards }) =>
    shuffled(cards, random).map((card, index) => ({ card, key: (index + random()) / cards.length })),
  );
  const chosen = spread.sort((a, b) => a.key - b.key).slice(0, count);
  return shuffled(
    chosen.map(({ card }) => card),
    random,
  );
}

/** Returns true if the course has at least two different answers, so that there is something to choose. */
export function hasEnoughChoices(cards: readonly ReviewCard[]): boolean {
  return new Set(cards.map(answerKey)).size >= 2;
}

/**
 * Returns the ids of up to four cards whose answers are the choices for a card, in random order. The wrong ones are
 * from its chapter, and from the rest of the course if the chapter has too few different answers.
 */
export function pickChoices(card: ReviewCard, course: readonly ReviewCard[], random: Random): string[] {
  const isNear = ({ chapterId }: ReviewCard) => chapterId === card.chapterId;
  const others = shuffled(course, random);
  const isSibling = (other: ReviewCard) => storedCardId(other) === storedCardId(card);
  const foreign = others.filter((other) => !isSibling(other));
  const taken = new Set([answerKey(card)]);
  const choices = [card.id];
  for (const other of [
    ...foreign.filter(isNear),
    ...foreign.filter((other) => !isNear(other)),
    // The question shows the answers of the other gaps, so they are the last choice.
    ...others.filter(isSibling),
  ]) {
    if (choices.length === CHOICES) break;
    const key = answerKey(other);
    if (taken.has(key)) continue;
    taken.add(key);
    choices.push(other.id);
  }
  return shuffled(choices, random);
}
