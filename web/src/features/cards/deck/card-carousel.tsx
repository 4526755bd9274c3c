import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ProgressBar } from "@/ui/feedback/progress-bar";
import { accessibleText } from "./flip";
import { type CardSides, FlipCard } from "./flip-card";

/** Number of cards rendered at once. The others follow in idle time. */
const STEP = 12;

/** Returns how many of `total` cards to render. Grows whenever the browser is idle. */
function useGrowing(total: number): number {
  const [shown, setShown] = useState(STEP);
  const isDone = shown >= total;
  useEffect(() => {
    if (isDone) return undefined;
    const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 16));
    const handle = later(() => setShown(shown + STEP));
    return () => (window.cancelIdleCallback ?? window.clearTimeout)(handle);
  }, [isDone, shown]);
  return Math.min(shown, total);
}

export type CarouselCard = CardSides & { id: string };

interface CardCarouselProps<Card extends CarouselCard> {
  label?: string;
  cards: readonly Card[];
  /** Ids of the cards that show their back. */
  flipped: ReadonlySet<string>;
  onFlip: (id: string) => void;
  actionsOf?: (card: Card) => ReactNode;
}

/** List of cards. Click, swipe, Enter and Space turn a card; the arrow keys move between cards. */
export function CardCarousel<Card extends CarouselCard>(props: CardCarouselProps<Card>) {
  const { label = "Study cards", cards, flipped, onFlip, actionsOf } = props;
  const list = useRef<HTMLOListElement>(null);
  const shown = useGrowing(cards.length);
  const [announcement, setAnnouncement] = useState("");
  const latest = useRef({ cards, flipped, onFlip });
  useEffect(() => {
    latest.current = { cards, flipped, onFlip };
  });

  const turn = useCallback((index: number) => {
    const now = latest.current;
    const card = now.cards[index];
    if (!card) return;
    const side = now.flipped.has(card.id) ? "front" : "back";
    const face = list.current?.children[index]?.querySelector(`.flip-${side}${side === "back" ? " .card-answer" : ""}`);
    now.onFlip(card.id);
    setAnnouncement(
      `${side === "back" ? "Back" : "Front"} of card ${index + 1} of ${now.cards.length}. ${face ? accessibleText(face) : ""}`,
    );
  }, []);

  const go = useCallback((from: number, to: "previous" | "next" | "first" | "last") => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(".flip-button") ?? [])];
    const place = { previous: from - 1, next: from + 1, first: 0, last: buttons.length - 1 }[to];
    const button = buttons[Math.min(Math.max(place, 0), buttons.length - 1)];
    button?.focus({ preventScroll: true });
    button?.closest(".flip")?.scrollIntoView({ block: "nearest" });
  }, []);

  useEffect(() => {
    // While no control has the focus, the right arrow moves to the first card.
    function begin(event: globalThis.KeyboardEvent) {
      const isFree = event.target === document.body || (event.target as Element).id === "main";
      if (event.key !== "ArrowRight" || event.defaultPrevented || event.shiftKey || !isFree) return;
      event.preventDefault();
      go(-1, "next");
    }
    window.addEventListener("keydown", begin);
    return () => window.removeEventListener("keydown", begin);
  }, [go]);

  return (
    <>
      <ol ref={list} className="study-cards" aria-label={label}>
        {cards.slice(0, shown).map((card, index) => (
          <li key={card.id}>
            <FlipCard
              card={card}
              index={index}
              total={cards.length}
              isFlipped={flipped.has(card.id)}
              onFlip={turn}
              onGo={go}
              actions={actionsOf?.(card)}
            />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

export function CarouselProgress({ seen, total }: { seen: number; total: number }) {
  const text = seen === total ? `All ${total} answers seen` : `${seen} of ${total} answers seen`;
  return (
    <div className="study-progress">
      <ProgressBar label="Answers seen" value={total === 0 ? 0 : seen / total} />
      <p className="tabular-nums">{text}</p>
    </div>
  );
}
