import { useMatch, useParams, useSearchParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { EditPersonalCardPage } from "@/features/cards/personal/edit-personal-card-page";
import { PersonalCardCoursesPage } from "@/features/cards/personal/personal-card-courses-page";
import { PersonalCardsPage } from "@/features/cards/personal/personal-cards-page";
import { pages } from "@/lib/urls/pages";

export function Component() {
  const { guideId, cardId } = useParams();
  const [search] = useSearchParams();
  const isNew = useMatch(pages.writeCard.pattern) !== null;
  if (guideId === undefined) return <PersonalCardCoursesPage />;
  const code = canonicalCode(guideId)?.code ?? guideId;
  if (!isNew && cardId === undefined) return <PersonalCardsPage key={code} code={code} />;
  const chapterId = search.get("chapter") ?? undefined;
  return <EditPersonalCardPage key={`${code} ${cardId}`} code={code} cardId={cardId} chapterId={chapterId} />;
}
