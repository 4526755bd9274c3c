import { FileUp, Layers, Plus } from "lucide-react";
import type { PersonalCard } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { usePersonalCards } from "@/data/cards/personal-cards";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { SectionHeading } from "@/ui/layout/section-head";
import { ImportExportMenu } from "../export/import-export-menu";
import { useChapterOptions } from "./chapter-choice";
import { PersonalCardCarousel } from "./personal-card-carousel";
import "../cards.css";

/**
 * Page with the student's personal cards of a course, by chapter; cards without one come last. Also works after the
 * course was deleted.
 */
export function PersonalCardsPage({ code }: { code: string }) {
  const { cards, error, isPending, refetch } = usePersonalCards(code);
  const { choice, isReady } = useChapterOptions(code);
  usePageTitle(`My cards for ${displayCode(code)}`);
  const write = (
    <LinkButton variant="primary" icon={<Plus />} to={paths.writeCard(code)}>
      Write a card
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        back={<BackButton to={paths.notes(code)} label={displayCode(code)} />}
        title={`My cards for ${displayCode(code)}`}
        subtitle="Only you can see them. They come up in your reviews with the others."
        actions={
          cards.length > 0 && (
            <>
              <LinkButton to={paths.study(code)}>Study</LinkButton>
              {write}
              <ImportExportMenu importHref={paths.importPersonalCards(code)} name={`My cards ${code}`} cards={cards} />
            </>
          )
        }
      />
      {cards.length > 0 && isReady ? (
        byChapter(cards, choice).map(({ value, label, cards }) => (
          <section key={value} className="own-cards" aria-labelledby={`of-${value}`}>
            <SectionHeading id={`of-${value}`} title={label}>
              <span className="count tabular-nums">{cards.length}</span>
            </SectionHeading>
            <PersonalCardCarousel label={label} cards={cards} />
          </section>
        ))
      ) : error ? (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
          Could not load your cards
        </LoadError>
      ) : isPending || !isReady ? (
        <div role="status" aria-label="Loading..." className="study-cards">
          <Skeleton className="flip-skeleton" />
          <Skeleton className="flip-skeleton" />
        </div>
      ) : (
        <StatusPlaceholder
          icon={<Layers />}
          title="No cards of your own yet"
          body="Write a question on the front and its answer on the back, or select words in a note and make a card of them."
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {write}
              <LinkButton icon={<FileUp />} to={paths.importPersonalCards(code)}>
                Import cards
              </LinkButton>
            </div>
          }
        />
      )}
    </>
  );
}

/** Groups cards by chapter and omits empty chapters. Cards of unknown chapters join the last group. */
function byChapter(cards: readonly PersonalCard[], chapters: readonly { value: string; label: string }[]) {
  const known = new Set(chapters.map(({ value }) => value));
  const placeOf = ({ chapterId = "" }: PersonalCard) => (known.has(chapterId) ? chapterId : "");
  return chapters
    .map((chapter) => ({ ...chapter, cards: cards.filter((card) => placeOf(card) === chapter.value) }))
    .filter(({ cards }) => cards.length > 0);
}
