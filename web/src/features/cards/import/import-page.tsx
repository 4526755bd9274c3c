import { useQuery, useQueryClient } from "@tanstack/react-query";
import { intoChapter } from "@/api/card-imports";
import { ApiProblem, problemText } from "@/api/problem";
import { chapterQuery, showChapter } from "@/api/study";
import { CARDS_MAX } from "@/core/limits";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { BackButton } from "@/ui/back-button";
import { LoadError } from "@/ui/load-error";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { MissingChapter } from "../chapter-page";
import { ImportForm } from "./import-form";
import "./import.css";

/** For administrators: many study cards for a chapter at once. */
export function ImportCardsPage({ code, chapterId }: { code: string; chapterId: string }) {
  const queries = useQueryClient();
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
        <ImportForm
          to={{
            there: data.cards,
            max: CARDS_MAX,
            send: intoChapter(code, data.chapter.id),
            show: () => showChapter(queries, code, data.chapter.id),
            page: paths.chapter(code, data.chapter.id),
          }}
        />
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
