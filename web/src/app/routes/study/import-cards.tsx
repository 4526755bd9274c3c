import { useMatch, useParams, useSearchParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { RequireSecondFactor } from "@/features/admin/require-second-factor";
import { ImportCardsPage } from "@/features/cards/import/import-page";
import { ImportPersonalCardsPage } from "@/features/cards/import/import-personal-page";
import { pages } from "@/lib/urls/pages";
import { useSession } from "@/session/session";
import { Component as NotFound } from "../not-found";

/**
 * Page that imports many cards: administrators into a chapter, students into their personal cards. Without
 * administrator rights, the URL of a chapter's import looks like an unknown path.
 */
export function Component() {
  const { isAdmin, me } = useSession();
  const { guideId = "", chapterId = "" } = useParams();
  const [search] = useSearchParams();
  if (useMatch(pages.importPersonalCards.pattern)) {
    const code = canonicalCode(guideId)?.code ?? guideId;
    return <ImportPersonalCardsPage key={code} code={code} chapterId={search.get("chapter") ?? ""} />;
  }
  if (me?.needsSecondFactor) return <RequireSecondFactor title="Import cards" />;
  return isAdmin ? (
    <ImportCardsPage key={`${guideId} ${chapterId}`} code={guideId} chapterId={chapterId} />
  ) : (
    <NotFound />
  );
}
