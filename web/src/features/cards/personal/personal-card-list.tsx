import { FileUp, Lock, Plus } from "lucide-react";
import { usePersonalCards } from "@/data/cards/personal-cards";
import { paths } from "@/lib/urls/paths";
import { LinkButton } from "@/ui/controls/button";
import { Badge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { SectionHeading } from "@/ui/layout/section-head";
import { PersonalCardCarousel } from "./personal-card-carousel";

interface PersonalCardListProps {
  code: string;
  chapterId: string;
}

export function PersonalCardList({ code, chapterId }: PersonalCardListProps) {
  const { cards, error, isPending, refetch } = usePersonalCards(code);
  const mine = cards.filter((card) => card.chapterId === chapterId);
  return (
    <section className="own-cards" aria-labelledby="my-cards" aria-busy={isPending}>
      <SectionHeading id="my-cards" title="My cards">
        {mine.length > 0 && <span className="count tabular-nums">{mine.length}</span>}
        <Badge icon={<Lock />}>Private</Badge>
        <LinkButton size="sm" icon={<Plus />} to={paths.writeCard(code, chapterId)}>
          Write a card
        </LinkButton>
        <LinkButton size="sm" variant="quiet" icon={<FileUp />} to={paths.importPersonalCards(code, chapterId)}>
          Import
        </LinkButton>
      </SectionHeading>
      {error && mine.length === 0 ? (
        <LoadError variant="banner" error={error} onRetry={refetch}>
          Could not load your own cards.
        </LoadError>
      ) : mine.length === 0 ? (
        !isPending && (
          <p className="sub">
            Cards that you write yourself come up in your reviews with the others. Only you can see them.
          </p>
        )
      ) : (
        <PersonalCardCarousel label="My cards" cards={mine} />
      )}
    </section>
  );
}
