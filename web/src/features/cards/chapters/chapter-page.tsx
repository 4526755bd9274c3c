import { useQuery } from "@tanstack/react-query";
import { FileUp, Layers, Plus, RotateCcw, SearchX } from "lucide-react";
import { useState } from "react";
import { Navigate } from "react-router";
import type { StudyChapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { chapterQuery } from "@/data/cards/chapters";
import { usePersonalCards } from "@/data/cards/personal-cards";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { QueryError } from "@/parts/query-error";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { lazyComponent } from "@/ui/feedback/lazy";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { CardCarousel, CarouselProgress } from "../deck/card-carousel";
import { ImportExportMenu } from "../export/import-export-menu";
import { PersonalCardList } from "../personal/personal-card-list";
import "../cards.css";

/** Loaded on demand, because only administrators arrange cards. */
const CardList = lazyComponent(async () => (await import("../deck/card-list")).default, {
  placeholder: <Skeleton className="h-48 w-full" />,
});

interface ChapterPageProps {
  /** Canonical course code; `undefined` if the URL has no valid code. */
  code: string | undefined;
  display: string;
  chapterId: string;
}

export function ChapterPage({ code, display, chapterId }: ChapterPageProps) {
  return code === undefined ? (
    <MissingChapter code={display} />
  ) : (
    <Chapter code={code} display={display} chapterId={chapterId} />
  );
}

function Chapter({ code, display, chapterId }: ChapterPageProps & { code: string }) {
  const chapter = useQuery(chapterQuery(code, chapterId));
  const { data, error } = chapter;
  usePageTitle(data ? data.chapter.title : "Study cards");
  if (error instanceof ApiProblem && error.code === "not_found") return <MissingChapter code={code} />;

  // The course that had this code was merged into another one.
  if (data && data.chapter.course !== code)
    return <Navigate to={paths.chapter(data.chapter.course, chapterId)} replace />;
  const back = <BackButton to={paths.notes(code)} label={display} />;
  if (data) {
    return (
      <>
        {back}
        {chapter.isError && (
          <LoadError variant="banner" error={chapter.error} className="mb-4" onRetry={chapter.refetch}>
            Could not load the latest version of this chapter.
          </LoadError>
        )}
        <Shown code={code} deck={data} />
      </>
    );
  }
  return (
    <>
      {back}
      <h1 className="sr-only">Study cards</h1>
      {chapter.isPending && chapter.fetchStatus !== "paused" ? (
        <Loading />
      ) : (
        <QueryError query={chapter} contentName="this chapter" />
      )}
    </>
  );
}

/** Not-found page of a chapter. */
export function MissingChapter({ code }: { code: string }) {
  usePageTitle("Chapter Not Found");
  return (
    <>
      <h1 className="sr-only">Study cards</h1>
      <StatusPlaceholder
        icon={<SearchX />}
        title="Chapter Not Found"
        body="It may have been removed, or the link is wrong."
        action={
          <LinkButton variant="primary" to={paths.notes(code)}>
            Return to Study Guide
          </LinkButton>
        }
      />
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading...">
      <div className="grid gap-3 mb-6">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="h-4 w-2/5" />
      </div>
      <div className="study-cards">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="flip-skeleton" />
        ))}
      </div>
    </div>
  );
}

function Shown({ code, deck }: { code: string; deck: StudyChapter }) {
  const { isAdmin } = useSession();
  const { chapter, cards } = deck;
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [isArranging, setArranging] = useState(false);
  const { cards: own } = usePersonalCards(code);
  const hasOwn = own.some(({ chapterId }) => chapterId === chapter.id);
  const isAllTurned = cards.length > 0 && cards.every((card) => flipped.has(card.id));
  const seenCount = cards.filter((card) => seen.has(card.id)).length;

  function turn(id: string) {
    setFlipped((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
    setSeen((before) => (before.has(id) ? before : new Set(before).add(id)));
  }
  function turnAll() {
    const all = new Set(cards.map((card) => card.id));
    setFlipped(isAllTurned ? new Set() : all);
    setSeen(all);
  }

  const add = (
    <LinkButton variant="primary" icon={<Plus />} to={paths.addCard(code, chapter.id)}>
      {cards.length === 0 ? "Add First Study Card" : "Add Study Card"}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        eyebrow={`Chapter ${chapter.number}`}
        title={chapter.title}
        subtitle={chapter.description}
        actions={
          (cards.length > 0 || hasOwn) && (
            <>
              {isAdmin && cards.length > 0 && (
                <Button aria-pressed={isArranging} onClick={() => setArranging(!isArranging)}>
                  {isArranging ? "Done" : "Edit cards"}
                </Button>
              )}
              {!isArranging && cards.length > 0 && (
                <Button icon={<RotateCcw />} aria-pressed={isAllTurned} onClick={turnAll}>
                  Flip all
                </Button>
              )}
              {isAdmin && cards.length > 0 && add}
              {!isArranging && (
                <>
                  <LinkButton to={paths.practice(code, chapter.id)}>Practice test</LinkButton>
                  <LinkButton variant={isAdmin ? "outlined" : "primary"} to={paths.study(code, chapter.id)}>
                    Study
                  </LinkButton>
                </>
              )}
              {isAdmin && (
                <ImportExportMenu
                  importHref={paths.importCards(code, chapter.id)}
                  name={exportName(deck)}
                  cards={cards}
                />
              )}
            </>
          )
        }
      />
      {cards.length === 0 ? (
        <StatusPlaceholder
          icon={<Layers />}
          title="No Study Cards Yet"
          body={isAdmin ? "Write a question on the front and its answer on the back." : "Check back soon."}
          action={
            isAdmin && (
              <div className="flex flex-wrap justify-center gap-2">
                {add}
                <LinkButton icon={<FileUp />} to={paths.importCards(code, chapter.id)}>
                  Import cards
                </LinkButton>
              </div>
            )
          }
        />
      ) : isArranging ? (
        <CardList code={code} deck={deck} />
      ) : (
        <>
          <CarouselProgress seen={seenCount} total={cards.length} />
          <CardCarousel cards={cards} flipped={flipped} onFlip={turn} />
        </>
      )}
      {!isArranging && <PersonalCardList code={code} chapterId={chapter.id} />}
    </>
  );
}

function exportName({ chapter }: StudyChapter): string {
  const title = chapter.title.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return `${chapter.course} ${chapter.number} ${title}`.trim();
}
