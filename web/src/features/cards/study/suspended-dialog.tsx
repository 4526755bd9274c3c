import { withoutGaps } from "@/core/gap-text";
import { displayCode } from "@/lib/urls/subjects";
import type { ReviewCard } from "@/parts/review/review-cards";
import { Button } from "@/ui/controls/button";
import { Dialog } from "@/ui/overlay/dialog";
import { RichText } from "../text/rich-text";

interface SuspendedDialogProps {
  cards: readonly ReviewCard[];
  onUnsuspend: (card: ReviewCard) => void;
  onClose: () => void;
}

/** List of suspended cards with a button to resume each. */
export default function SuspendedDialog({ cards, onUnsuspend, onClose }: SuspendedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Suspended cards"
      description="They won't come up again until you bring them back."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="grid gap-3 mt-4">
        {cards.map((card) => (
          <li key={card.id} className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="over">
                {displayCode(card.course)} · {card.chapter}
              </p>
              <div className="rich">
                <RichText text={card.title} />
              </div>
            </div>
            <Button size="sm" aria-label={`Bring back ${withoutGaps(card.title)}`} onClick={() => onUnsuspend(card)}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
