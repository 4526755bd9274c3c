import { useMatch, useParams, useSearchParams } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { SecondFactorFirst } from "@/features/admin/second-factor-first";
import { ImportOwnCardsPage } from "@/features/cards/import/import-own-page";
import { ImportCardsPage } from "@/features/cards/import/import-page";
import { patterns } from "@/lib/addresses/paths";
import { useSession } from "@/session/session";
import { Component as NotFound } from "../not-found";

/**
 * Many cards at once: for administrators in a chapter, for everybody their own. To everybody but administrators the
 * former is an address like any other that leads nowhere.
 */
export function Component() {
  const { isAdmin, me } = useSession();
  const { guideId = "", chapterId = "" } = useParams();
  const [search] = useSearchParams();
  if (useMatch(patterns.importOwnCards)) {
    const code = canonicalCode(guideId)?.code ?? guideId;
    return <ImportOwnCardsPage key={code} code={code} chapterId={search.get("chapter") ?? ""} />;
  }
  if (me?.needsSecondFactor) return <SecondFactorFirst title="Import cards" />;
  return isAdmin ? <ImportCardsPage code={guideId} chapterId={chapterId} /> : <NotFound />;
}
