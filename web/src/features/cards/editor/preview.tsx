import { useMemo, useState } from "react";
import type { GapsModule } from "@/core/gaps";
import { type CardSides, FlipCard } from "../deck/flip-card";
import type { ChosenPicture } from "./picture-field";

interface PreviewProps {
  /** Rules for gaps, once the front may have some. */
  gaps?: GapsModule | undefined;
  title: string;
  content: string;
  picture: ChosenPicture;
  alt: string;
  /** Position of the card, from 1. */
  place: number;
  total: number;
}

/** The preview has no other cards to move to. */
const nowhere = () => undefined;

/** Preview of both sides of a card as students see them. */
export function Preview({ gaps, title, content, picture, alt, place, total }: PreviewProps) {
  const [flipped, setFlipped] = useState([false, true]);
  const numbers = useMemo(() => [...(gaps?.gapNumbers(title) ?? [])], [gaps, title]);
  const card = useMemo<CardSides>(() => {
    const faces = { title: title || "*The question*", content: content || "*The answer*" };
    if (picture.kind === "none") return faces;
    const shown = picture.kind === "kept" ? picture.picture : picture;
    return { ...faces, image: { url: shown.url, width: shown.width, height: shown.height, alt } };
  }, [title, content, picture, alt]);
  return (
    <section className="card-preview" aria-labelledby="card-preview">
      <h2 className="section" id="card-preview">
        Preview
      </h2>
      {gaps && numbers.length > 0
        ? numbers.map((number, index) => (
            <GapPreview
              key={number}
              card={{
                ...card,
                title: gaps.gapQuestion(title, number),
                content: `${gaps.gapAnswer(title, number)}\n\n${content}`,
              }}
              index={index}
              total={numbers.length}
            />
          ))
        : flipped.map((isTurned, index) => (
            <FlipCard
              // biome-ignore lint/suspicious/noArrayIndexKey: two sides of one card, whose order never changes
              key={index}
              card={card}
              index={place - 1}
              total={total}
              isFlipped={isTurned}
              onFlip={() => setFlipped((before) => before.map((each, at) => (at === index ? !each : each)))}
              onGo={nowhere}
            />
          ))}
    </section>
  );
}

/** Preview of the card of one gap. */
function GapPreview(props: { card: CardSides; index: number; total: number }) {
  const [isFlipped, setFlipped] = useState(false);
  return <FlipCard {...props} isFlipped={isFlipped} onFlip={() => setFlipped((before) => !before)} onGo={nowhere} />;
}
