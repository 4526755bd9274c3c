import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StudyChapter } from "@/api/models";
import { ApiProblem, problemText } from "@/api/problem";
import { chapterQuery, refreshChapters, showChapter } from "@/api/study";
import { CARDS_IMPORT_MAX, CARDS_MAX } from "@/core/limits";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { BackButton } from "@/ui/back-button";
import { LoadError } from "@/ui/load-error";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { MissingChapter } from "../chapter-page";
import { ImportForm } from "./import-form";
import { counted } from "./rows";
import { intoChapters, newChapters, titleOf } from "./spread";
import "./import.css";

/** For administrators: many study cards for a chapter at once. */
export function ImportCardsPage({ code, chapterId }: { code: string; chapterId: string }) {
  const chapter = useQuery(chapterQuery(code, chapterId));
  const { data, error } = chapter;
  usePageTitle("Import cards");
  if (error instanceof ApiProblem && error.code === "not_found") return <MissingChapter code={code} />;
  return (
    <>
      <PageHeader
        back={
          <BackButton to={paths.chapter(code, chapterId)} label={data ? `Chapter ${data.chapter.number}` : "Back"} />
        }
        title="Import cards"
        sub={data?.chapter.title ?? " "}
      />
      {data ? (
        <IntoChapters code={code} data={data} />
      ) : chapter.isPending && chapter.fetchStatus !== "paused" ? (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-96" />
        </div>
      ) : (
        <LoadError
          as="page"
          body={error ? problemText(error) : "It is shown when the server can be reached."}
          onRetry={chapter.refetch}
        >
          {chapter.fetchStatus === "paused" ? "You are offline" : "Could not load this chapter"}
        </LoadError>
      )}
    </>
  );
}

/** Cards that the chapter has no room for make chapters of their own. */
function IntoChapters({ code, data: { chapter, cards } }: { code: string; data: StudyChapter }) {
  const queries = useQueryClient();
  // As it was when the page opened: what this page sends takes none of it.
  const [room] = useState(Math.max(0, CARDS_MAX - cards.length));
  const [send] = useState(() => intoChapters(queries, code, chapter, room));
  const remark = (count: number) => {
    const made = newChapters(count, room);
    if (made === 0) return undefined;
    const names =
      made === 1 ? `‘${titleOf(chapter, 2)}’` : `‘${titleOf(chapter, 2)}’ to ‘${titleOf(chapter, made + 1)}’`;
    return `A chapter holds ${CARDS_MAX} cards, and this one has room for ${room}. The others go into ${counted(made, "new chapter")} behind the last one: ${names}.`;
  };
  return (
    <ImportForm
      to={{
        there: cards,
        max: cards.length + CARDS_IMPORT_MAX,
        room,
        send,
        remark,
        show: () => {
          showChapter(queries, code, chapter.id);
          void refreshChapters(queries, code);
        },
        page: paths.chapter(code, chapter.id),
        pageAfter: (count) => (newChapters(count, room) > 0 ? paths.notes(code) : paths.chapter(code, chapter.id)),
      }}
    />
  );
}
