import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemDetail } from "@/api/problem";
import { OWN_CARDS_MAX } from "@/core/limits";
import { personalCardsImporter, personalCardsRemover } from "@/data/cards/card-imports";
import { personalCardCountsQuery, refreshPersonalCards, usePersonalCards } from "@/data/cards/personal-cards";
import { usePageTitle } from "@/lib/browser/page-title";
import { useFirstDefined } from "@/lib/browser/use-first";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { SelectField } from "@/ui/form/select-field";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { useChapterOptions } from "../personal/chapter-choice";
import { ImportForm } from "./import-form";
import { removeCards } from "./undo";
import "./import.css";

/** Page on which students import personal cards. */
export function ImportPersonalCardsPage({ code, chapterId }: { code: string; chapterId: string }) {
  const queries = useQueryClient();
  const own = usePersonalCards(code);
  const totals = useQuery(personalCardCountsQuery);
  const { choice, isReady } = useChapterOptions(code);
  const [chosen, setChosen] = useState(chapterId);
  usePageTitle("Import cards");
  const chapter = choice.some(({ value }) => value === chosen) ? chosen : "";
  const page = chapter ? paths.chapter(code, chapter) : paths.personalCards(code);
  const error = own.error ?? (totals.data ? undefined : totals.error);
  const start = useFirstDefined(
    totals.data && !own.isPending && isReady && !error
      ? // Personal cards of other courses count towards the same limit.
        { existingCards: own.cards, max: OWN_CARDS_MAX - Math.max(0, totals.data.cards - own.cards.length) }
      : undefined,
  );
  return (
    <>
      <PageHeader
        back={<BackButton to={page} label={chapter ? "Chapter" : "My cards"} />}
        title="Import cards"
        subtitle={`For ${displayCode(code)}. Only you can see them.`}
      />
      {start ? (
        <ImportForm
          to={{
            ...start,
            send: (batch, deck, signal, _, sent) => {
              sent.addCards("", batch);
              return personalCardsImporter(code, chapter)(batch, deck, signal);
            },
            undo: (sent, report) =>
              removeCards([{ ids: sent.cards[""] ?? [], remove: personalCardsRemover(code) }], report),
            onImported: () => void refreshPersonalCards(queries, code),
            page,
            id: paths.personalCards(code),
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
        <LoadError
          variant="page"
          error={error}
          body={problemDetail(error)}
          onRetry={own.error ? own.refetch : totals.refetch}
        >
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
