import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fromOwn, intoOwn } from "@/api/card-imports";
import { ownCoursesQuery, refreshOwnCards, useOwnCards } from "@/api/own-cards";
import { problemText } from "@/api/problem";
import { OWN_CARDS_MAX } from "@/core/limits";
import { usePageTitle } from "@/lib/page-title";
import { paths } from "@/lib/paths";
import { displayCode } from "@/lib/subjects";
import { BackButton } from "@/ui/back-button";
import { LoadError } from "@/ui/load-error";
import { PageHeader } from "@/ui/page-header";
import { SelectField } from "@/ui/select-field";
import { Skeleton } from "@/ui/skeleton";
import { useChapterChoice } from "../own/chapter-choice";
import { ImportForm } from "./import-form";
import { removeCards } from "./undo";
import "./import.css";

/** For students: many study cards of their own at once, which nobody else sees. */
export function ImportOwnCardsPage({ code, chapterId }: { code: string; chapterId: string }) {
  const queries = useQueryClient();
  const own = useOwnCards(code);
  const totals = useQuery(ownCoursesQuery);
  const { choice, isReady } = useChapterChoice(code);
  const [chosen, setChosen] = useState(chapterId);
  usePageTitle("Import cards");
  const chapter = choice.some(({ value }) => value === chosen) ? chosen : "";
  const page = chapter ? paths.chapter(code, chapter) : paths.ownCards(code);
  const error = own.error ?? (totals.data ? undefined : totals.error);
  return (
    <>
      <PageHeader
        back={<BackButton to={page} label={chapter ? "Chapter" : "My cards"} />}
        title="Import cards"
        sub={`For ${displayCode(code)}. Only you see them.`}
      />
      {totals.data && !own.isPending && isReady && !error ? (
        <ImportForm
          to={{
            there: own.cards,
            // What there is of other courses takes of the same room.
            max: OWN_CARDS_MAX - Math.max(0, totals.data.cards - own.cards.length),
            send: intoOwn(code, chapter),
            undo: (sent, report) =>
              removeCards([{ ids: sent.flat().map(({ id }) => id), remove: fromOwn(code) }], report),
            show: () => void refreshOwnCards(queries, code),
            page,
            choice: (disabled) => (
              <SelectField
                label="Chapter"
                options={choice}
                disabled={disabled}
                value={chapter}
                onChange={(event) => setChosen(event.target.value)}
              />
            ),
          }}
        />
      ) : error ? (
        <LoadError as="page" body={problemText(error)} onRetry={own.error ? own.refetch : totals.refetch}>
          Could not load your cards
        </LoadError>
      ) : (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-96" />
        </div>
      )}
    </>
  );
}
