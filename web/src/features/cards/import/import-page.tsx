import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StudyChapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import { CARDS_IMPORT_MAX, CARDS_MAX } from "@/core/limits";
import { cacheChapter, chapterQuery, chaptersQuery, refreshChapters } from "@/data/cards/chapters";
import { usePageTitle } from "@/lib/browser/page-title";
import { useFirstDefined } from "@/lib/browser/use-first";
import { paths } from "@/lib/urls/paths";
import { QueryError } from "@/parts/query-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { MissingChapter } from "../chapters/chapter-page";
import { ImportForm } from "./import-form";
import { countWithNoun } from "./rows";
import { continuationTitle, findContinuations, importAcrossChapters, overflowChapterCount } from "./split-import";
import "./import.css";

/** Page on which administrators import study cards into a chapter. */
export function ImportCardsPage({ code, chapterId }: { code: string; chapterId: string }) {
  const chapter = useQuery(chapterQuery(code, chapterId));
  const chapters = useQuery(chaptersQuery(code));
  const { data } = chapter;
  // Includes the chapters of an interrupted import, so that importing its file again creates no duplicates.
  const further = data && chapters.data ? findContinuations(data.chapter, chapters.data) : [];
  const others = useQueries({ queries: further.map(({ id }) => chapterQuery(code, id)) });
  const loaded = others.flatMap((other) => other.data ?? []);
  const isComplete = chapters.data !== undefined && loaded.length === further.length;
  const decks = useFirstDefined(data && isComplete ? [data, ...loaded] : undefined);
  const failed = [chapter, chapters, ...others].find(({ error, fetchStatus }) => error ?? fetchStatus === "paused");
  usePageTitle("Import cards");
  if (!decks && chapter.error instanceof ApiProblem && chapter.error.code === "not_found")
    return <MissingChapter code={code} />;
  return (
    <>
      <PageHeader
        back={
          <BackButton to={paths.chapter(code, chapterId)} label={data ? `Chapter ${data.chapter.number}` : "Back"} />
        }
        title="Import cards"
        subtitle={data?.chapter.title ?? " "}
      />
      {decks ? (
        <IntoChapters code={code} decks={decks} />
      ) : !failed ? (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-96" />
        </div>
      ) : (
        <QueryError query={failed} contentName="this chapter" />
      )}
    </>
  );
}

/** Import form of a chapter and its continuations. Cards that do not fit create new chapters. */
function IntoChapters({ code, decks }: { code: string; decks: readonly StudyChapter[] }) {
  const queries = useQueryClient();
  // Freeze the capacity when the page opens: cards sent by this page must not reduce it.
  const [places] = useState(() =>
    decks.map(({ chapter, cards }) => ({ id: chapter.id, freeCards: Math.max(0, CARDS_MAX - cards.length) })),
  );
  const [first] = decks;
  const title = first?.chapter.title ?? "";
  const id = first?.chapter.id ?? "";
  const there = decks.flatMap(({ cards }) => cards);
  const [{ send, undo }] = useState(() => importAcrossChapters(queries, code, { title }, places));
  const room = places.reduce((sum, place) => sum + place.freeCards, 0);
  const remark = (count: number) => {
    const made = overflowChapterCount(count, places);
    if (made === 0) return undefined;
    const name = (index: number) => `‘${continuationTitle({ title }, places.length + index)}’`;
    const names = made === 1 ? name(1) : `${name(1)} to ${name(made)}`;
    const has = places.length === 1 ? "this one has" : "this one and its continuations have";
    return `A chapter holds ${CARDS_MAX} cards, and ${has} room for ${room}. The others go into ${countWithNoun(made, "new chapter")} after the last one: ${names}.`;
  };
  const show = () => {
    for (const place of places) cacheChapter(queries, code, place.id);
    void refreshChapters(queries, code);
  };
  const goesOn = (count: number) => count > (places[0]?.freeCards ?? 0);
  return (
    <ImportForm
      to={{
        existingCards: there,
        max: there.length + CARDS_IMPORT_MAX,
        places,
        send,
        undo,
        capacityHint: remark,
        onImported: show,
        page: paths.chapter(code, id),
        pageAfter: (count) => (goesOn(count) ? paths.notes(code) : paths.chapter(code, id)),
      }}
    />
  );
}
