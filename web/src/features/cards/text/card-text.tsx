import { withBlanks, withoutGaps } from "@/core/gap-text";
import { loadGaps, mayHaveGaps } from "@/core/gaps";
import { lazyComponent } from "@/ui/feedback/lazy";
import { RichText } from "./rich-text";

interface CardTextProps {
  /** Front of a card as it is stored. */
  text: string;
  /** Whether gaps are hidden or filled. */
  side: "question" | "answer";
}

const GapText = lazyComponent<CardTextProps>(
  async () => {
    const gaps = await loadGaps();
    return ({ text, side }) => <RichText text={side === "question" ? gaps.gapQuestion(text) : gaps.gapAnswer(text)} />;
  },
  {
    // The text itself would give away the answer.
    placeholder: ({ text, side }) => <RichText text={side === "question" ? withBlanks(text) : withoutGaps(text)} />,
    failure: "silent",
  },
);

/** Front of a card outside reviews: all its gaps are hidden or filled. */
export function CardText(props: CardTextProps) {
  return mayHaveGaps(props.text) ? <GapText {...props} /> : <RichText text={props.text} />;
}
