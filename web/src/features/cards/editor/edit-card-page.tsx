import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useNavigate } from "react-router";
import { ApiProblem } from "@/api/problem";
import { chapterQuery } from "@/data/cards/chapters";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { QueryError } from "@/parts/query-error";
import { LinkButton } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { MissingChapter } from "../chapters/chapter-page";
import { CardEditor } from "./card-editor";
import { chapterCardRepository } from "./chapter-card-repository";
import "../cards.css";

interface EditCardPageProps {
  code: string;
  chapterId: string;
  /** Id of the card to edit; `undefined` adds a card. */
  cardId: string | undefined;
}

/** Page on which administrators add or edit a study card. */
export function EditCardPage({ code, chapterId, cardId }: EditCardPageProps) {
  const chapter = useQuery(chapterQuery(code, chapterId));
  const { data, error } = chapter;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const goBack = () => void navigate(paths.chapter(code, chapterId));
  const title = cardId === undefined ? "Add Study Card" : "Edit Study Card";
  usePageTitle(title);
  if (error instanceof ApiProblem && error.code === "not_found") return <MissingChapter code={code} />;
  const card = data?.cards.find((each) => each.id === cardId);
  const isMissing = data !== undefined && cardId !== undefined && card === undefined;
  return (
    <>
      <PageHeader
        back={
          <BackButton to={paths.chapter(code, chapterId)} label={data ? `Chapter ${data.chapter.number}` : "Back"} />
        }
        title={title}
        subtitle={data?.chapter.title ?? " "}
      />
      {isMissing ? (
        <StatusPlaceholder
          icon={<SearchX />}
          title="This card is gone"
          body="Someone has removed it."
          action={<LinkButton to={paths.chapter(code, chapterId)}>Back to the chapter</LinkButton>}
        />
      ) : data ? (
        // Keyed by card, so that a refetch never resets the typed text.
        <CardEditor
          key={cardId ?? "new"}
          place={`${chapterId}:${cardId ?? "new"}`}
          card={card && { ...card, chapterId: undefined }}
          writer={chapterCardRepository(queries, code, chapterId)}
          total={data.cards.length}
          addLabel="Add Study Card"
          onDone={goBack}
          onCancel={goBack}
        />
      ) : chapter.isPending && chapter.fetchStatus !== "paused" ? (
        <div role="status" aria-label="Loading..." className="card-editor">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      ) : (
        <QueryError query={chapter} contentName="this chapter" />
      )}
    </>
  );
}
