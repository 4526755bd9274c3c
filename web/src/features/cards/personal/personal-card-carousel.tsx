import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { PersonalCard } from "@/api/models";
import { problemText } from "@/api/problem";
import { removePersonalCard } from "@/data/cards/personal-cards";
import { paths } from "@/lib/urls/paths";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { CardCarousel } from "../deck/card-carousel";
import { firstLineOf, firstQuestionLineOf } from "../deck/first-line";
import { SourceButton } from "./source-link";

interface PersonalCardCarouselProps {
  label: string;
  cards: readonly PersonalCard[];
}

/** Deck of personal cards with actions to edit and delete them. */
export function PersonalCardCarousel({ label, cards }: PersonalCardCarouselProps) {
  const navigate = useNavigate();
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [cardToRemove, setCardToRemove] = useState<PersonalCard>();

  function turn(id: string) {
    setFlipped((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }
  function remove(card: PersonalCard) {
    removePersonalCard(card).catch((error: unknown) =>
      toast(`The card was not removed. ${problemText(error)}`, { kind: "error" }),
    );
  }

  return (
    <div tabIndex={-1} className="own-deck">
      <CardCarousel
        label={label}
        cards={cards}
        flipped={flipped}
        onFlip={turn}
        actionsOf={(card) => (
          <>
            {card.source && <SourceButton source={card.source} card={firstQuestionLineOf(card)} />}
            <IconButton
              size="sm"
              label={`Edit ${firstQuestionLineOf(card)}`}
              title="Edit"
              icon={<Pencil />}
              onClick={() => void navigate(paths.personalCard(card.course, card.id))}
            />
            <IconButton
              size="sm"
              danger
              label={`Remove ${firstQuestionLineOf(card)}`}
              title="Remove"
              icon={<Trash2 />}
              onClick={() => setCardToRemove(card)}
            />
          </>
        )}
      />
      <ConfirmDialog
        open={cardToRemove !== undefined}
        onOpenChange={(open) => !open && setCardToRemove(undefined)}
        title="Remove your study card?"
        body={cardToRemove && `“${firstLineOf(cardToRemove)}” will be removed with its picture. This cannot be undone.`}
        confirmLabel="Remove"
        onConfirm={() => cardToRemove && remove(cardToRemove)}
        danger
      />
    </div>
  );
}
