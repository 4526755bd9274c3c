import { useMemo, useState } from "react";
import { type CardSides, FlipCard } from "../deck/flip-card";
import type { ChosenPicture } from "./picture-field";

interface PreviewProps {
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
export function Preview({ title, content, picture, alt, place, total }: PreviewProps) {
  const [flipped, setFlipped] = useState([false, true]);
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
      {flipped.map((isTurned, index) => (
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
