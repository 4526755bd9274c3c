import { useMatch, useParams, useSearchParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { EditOwnCardPage } from "@/features/cards/own/edit-own-card-page";
import { OwnCardsPage } from "@/features/cards/own/own-cards-page";
import { OwnCoursesPage } from "@/features/cards/own/own-courses-page";
import { pages } from "@/lib/addresses/pages";

export function Component() {
  const { guideId, cardId } = useParams();
  const [search] = useSearchParams();
  const isNew = useMatch(pages.writeCard.address) !== null;
  if (guideId === undefined) return <OwnCoursesPage />;
  const code = canonicalCode(guideId)?.code ?? guideId;
  if (!isNew && cardId === undefined) return <OwnCardsPage key={code} code={code} />;
  const chapterId = search.get("chapter") ?? undefined;
  return <EditOwnCardPage key={`${code} ${cardId}`} code={code} cardId={cardId} chapterId={chapterId} />;
}
