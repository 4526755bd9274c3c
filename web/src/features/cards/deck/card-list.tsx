import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { StudyCard, StudyChapter } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { type CardListChange, useChangeCards } from "@/data/cards/chapters";
import { paths } from "@/lib/urls/paths";
import { IconButton } from "@/ui/controls/icon-button";
import { toast } from "@/ui/feedback/toast";
import { SortableList } from "@/ui/form/sortable-list";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { firstLineOf } from "./first-line";

/** Returns the id of the card that precedes position `to` after the move, or `undefined` at the start. */
function afterMove(cards: readonly StudyCard[], from: number, to: number): string | undefined {
  return cards.filter((_, index) => index !== from)[to - 1]?.id;
}

/** List in which administrators reorder, edit and delete the cards of a chapter. */
export default function CardList({ code, deck }: { code: string; deck: StudyChapter }) {
  const { chapter, cards } = deck;
  const [cardToRemove, setCardToRemove] = useState<StudyCard>();
  const change = useChangeCards(code, chapter.id, onRejected);

  function onRejected(error: unknown, what: CardListChange) {
    console.warn("A change of study cards was refused.", error);
    if (error instanceof ApiProblem && error.code === "conflict") {
      toast("This chapter was changed somewhere else. Here is the latest version; please make your change again.", {
        kind: "error",
      });
      return;
    }
    const not = what.kind === "move" ? "change the order" : "remove the card";
    toast(`Could not ${not}. ${problemText(error)}`, {
      kind: "error",
      action: { label: "Retry", onClick: () => change(what) },
    });
  }

  return (
    <div tabIndex={-1} className="card-list">
      <SortableList
        label="Order of the study cards"
        className="card-order"
        rowClassName="card-order-row"
        items={cards}
        keyOf={(card) => card.id}
        nameOf={firstLineOf}
        onMove={(from, to) => {
          const card = cards[from];
          if (card) change({ kind: "move", id: card.id, after: afterMove(cards, from, to) });
        }}
        row={(card, { handle, index }) => (
          <>
            <span className="no tabular-nums">{index + 1}</span>
            <span className="truncate-1 name" title={firstLineOf(card)}>
              {firstLineOf(card)}
            </span>
            <Link
              className="icon-btn sm"
              to={paths.editCard(code, chapter.id, card.id)}
              aria-label={`Edit ${firstLineOf(card)}`}
              title="Edit"
            >
              <Pencil aria-hidden="true" />
            </Link>
            <IconButton
              size="sm"
              danger
              label={`Remove ${firstLineOf(card)}`}
              title="Remove"
              icon={<Trash2 />}
              onClick={() => setCardToRemove(card)}
            />
            {handle}
          </>
        )}
      />
      <ConfirmDialog
        open={cardToRemove !== undefined}
        onOpenChange={(open) => !open && setCardToRemove(undefined)}
        title="Remove this study card?"
        body={cardToRemove && `“${firstLineOf(cardToRemove)}” will be removed with its picture. This cannot be undone.`}
        confirmLabel="Remove"
        onConfirm={() => cardToRemove && change({ kind: "remove", id: cardToRemove.id })}
        danger
      />
    </div>
  );
}
