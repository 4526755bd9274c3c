import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { CardSource, PersonalCard } from "@/api/models";
import { problemText } from "@/api/problem";
import { loadGaps } from "@/core/gaps";
import { CARD_TITLE_MAX_CHARS } from "@/core/limits";
import { putPersonalCard, readPersonalCards, removePersonalCard } from "@/data/cards/personal-cards";
import { newUlid } from "@/lib/text/ulid";
import { toast } from "@/ui/feedback/toast";
import { checkCard } from "../editor/card-repository";
import { literal } from "./literal";
import { sentenceOf } from "./sentence";

/** Room on the front for the syntax of the gap and for escaped characters. */
const SYNTAX_CHARS = 60;

interface GapCard {
  code: string;
  /** Passage that becomes the gap. */
  source: CardSource;
  pageText: string;
  /** Chapter of the new card; `undefined` for none. */
  chapter: string | undefined;
}

/** Adds a card with the sentence of a passage, in which the passage is a gap. Also works offline. */
async function addGapCard(queries: QueryClient, { code, source, pageText, chapter }: GapCard): Promise<void> {
  const gaps = await loadGaps();
  const { before, quote, after } = sentenceOf(pageText, source, CARD_TITLE_MAX_CHARS - SYNTAX_CHARS);
  const parts = [before, quote, after].map(literal) as [string, string, string];
  const title = parts[0] + gaps.makeGap(...parts) + parts[2];
  await checkCard({ title, content: "", imageAlt: "" });
  const known = await readPersonalCards(queries, code).catch(() => []);
  if (known.some((card) => card.title === title && card.source?.noteId === source.noteId)) {
    toast("You already have this gap card.");
    return;
  }
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

/** Makes one gap card, without showing anything but messages. */
export function GapCardMaker({ onClose, ...card }: GapCard & { onClose: () => void }) {
  const queries = useQueryClient();
  // React may run an effect twice.
  const hasBegun = useRef(false);
  const make = useEffectEvent(async () => {
    try {
      await addGapCard(queries, card);
    } catch (error) {
      toast(`The gap card was not made. ${problemText(error)}`, { kind: "error", error });
    }
    onClose();
  });
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void make();
  }, []);
  return null;
}
