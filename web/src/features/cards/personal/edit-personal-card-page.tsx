import { useQueryClient } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { problemDetail } from "@/api/problem";
import { usePersonalCards } from "@/data/cards/personal-cards";
import { useOnline } from "@/lib/browser/online";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { CardEditor } from "../editor/card-editor";
import { useChapterOptions } from "./chapter-choice";
import { NO_PICTURE_OFFLINE, personalCardRepository } from "./personal-card-repository";
import "../cards.css";

interface EditPersonalCardPageProps {
  code: string;
  /** Id of the card to edit; `undefined` adds a card. */
  cardId: string | undefined;
  chapterId: string | undefined;
}

/** Page on which a student adds or edits a personal card. */
export function EditPersonalCardPage({ code, cardId, chapterId }: EditPersonalCardPageProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { cards, error, isPending, refetch } = usePersonalCards(code);
  const { choice, isReady } = useChapterOptions(code);
  const isOnline = useOnline();
  const writer = useMemo(() => personalCardRepository(queries, code), [queries, code]);
  const title = cardId === undefined ? "Write a card" : "Edit your card";
  usePageTitle(title);
  const card = cards.find((each) => each.id === cardId);
  const known = (id: string | undefined) => (choice.some(({ value }) => value === id) ? id : undefined);
  const of = known(card ? card.chapterId : chapterId);
  const back = of ? paths.chapter(code, of) : paths.personalCards(code);
  const goBack = () => void navigate(back);
  const isThere = cardId === undefined || card !== undefined;
  return (
    <>
      <PageHeader
        back={<BackButton to={back} label={of ? "Chapter" : "My cards"} />}
        title={title}
        subtitle={`For ${displayCode(code)}. Only you can see it.`}
      />
      {isThere && isReady ? (
        // Keyed by card, so that a refetch never resets the typed text.
        <CardEditor
          key={cardId ?? "new"}
          place={`own:${code}:${cardId ?? `new:${chapterId ?? ""}`}`}
          card={card && { ...card, chapterId: of }}
          begin={{ chapter: of ?? "" }}
          writer={writer}
          chapters={choice}
          noPicture={isOnline ? undefined : NO_PICTURE_OFFLINE}
          addLabel="Add to my cards"
          onDone={goBack}
          onCancel={goBack}
        />
      ) : isPending || !isReady ? (
        <div role="status" aria-label="Loading..." className="card-editor">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      ) : error ? (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
          Could not load your card
        </LoadError>
      ) : (
        <StatusPlaceholder
          icon={<SearchX />}
          title="This card is gone"
          body="You have removed it."
          action={<LinkButton to={paths.personalCards(code)}>My cards</LinkButton>}
        />
      )}
    </>
  );
}
