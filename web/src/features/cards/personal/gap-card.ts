import type { QueryClient } from "@tanstack/react-query";
import type { CardSource, PersonalCard } from "@/api/models";
import { problemText } from "@/api/problem";
import { type GapsModule, loadGaps } from "@/core/gaps";
import { CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { putPersonalCard, readPersonalCards, removePersonalCard } from "@/data/cards/personal-cards";
import { newUlid } from "@/lib/text/ulid";
import { toast } from "@/ui/feedback/toast";
import { checkCard } from "../editor/card-repository";
import { lastChapters } from "./last-chapters";
import { literal } from "./literal";
import { sentenceOf } from "./sentence";

/** Fronts of the cards that are being added, so that a quick second press adds no second card. */
const adding = new Set<string>();

export interface GapCard {
  code: string;
  /** Passage that becomes the gap. */
  source: CardSource;
  pageText: string;
}

/**
 * Returns the front of the card: as much of the sentence as fits, with the passage as a gap. Returns `undefined` if the
 * passage itself is too long.
 */
function frontOf(gaps: GapsModule, { pageText, source }: GapCard): string | undefined {
  let room = CARD_TITLE_MAX_CHARS;
  while (room > 0) {
    const { before, quote, after } = sentenceOf(pageText, source, room);
    const parts = [before, quote, after].map(literal) as [string, string, string];
    const front = parts[0] + gaps.makeGap("", ...parts) + parts[2];
    // The syntax of the gap and escaped characters need room too.
    const excess = [...front].length - CARD_TITLE_MAX_CHARS;
    if (excess <= 0) return front;
    if (room <= quote.length) return undefined;
    room -= Math.ceil(excess / 2);
  }
  return undefined;
}

/** Adds a card with the sentence of a passage, in which the passage is a gap. Also works offline. */
export async function addGapCard(queries: QueryClient, gapCard: GapCard): Promise<void> {
  const title = frontOf(await loadGaps(), gapCard);
  if (title === undefined) {
    toast("The selected passage is too long for a gap. Select fewer words.");
    return;
  }
  const key = `${gapCard.source.noteId} ${title}`;
  if (adding.has(key)) return;
  adding.add(key);
  try {
    await add(queries, gapCard, title);
  } finally {
    adding.delete(key);
  }
}

async function add(queries: QueryClient, { code, source }: GapCard, title: string): Promise<void> {
  await checkCard({ title, content: "", imageAlt: "" });
  const known = await readPersonalCards(queries, code).catch(() => []);
  if (known.some((card) => card.title === title && card.source?.noteId === source.noteId)) {
    toast("You already have this gap card.");
    return;
  }
  const chapter = lastChapters.get(code);
  const id = newUlid();
  const card: PersonalCard = {
    id,
    course: code,
    title,
    content: "",
    // Placeholder until the server assigns a version.
    version: 0,
    source,
    ...(chapter && { chapterId: chapter }),
  };
  const outcome = await putPersonalCard(card, "");
  const saved = outcome.status === "sent" && "card" in outcome.result ? outcome.result.card : card;
  toast("Gap card added. It will come up in your reviews.", {
    id: "gap-card",
    action: { label: "Undo", onClick: () => void undo(saved) },
  });
}

async function undo(card: PersonalCard): Promise<void> {
  try {
    await removePersonalCard(card);
    toast("Gap card removed", { id: "gap-card" });
  } catch (error) {
    toast(`The gap card was not removed. ${problemText(error)}`, { kind: "error" });
  }
}
