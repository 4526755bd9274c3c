import { useParams } from "react-router";
import { useSession } from "@/api/session";
import { SecondFactorFirst } from "@/features/admin/second-factor-first";
import { ImportCardsPage } from "@/features/cards/import/import-page";
import { Component as NotFound } from "./not-found";

/** To everybody but administrators the page is an address like any other that leads nowhere. */
export function Component() {
  const { isAdmin, me } = useSession();
  const { guideId = "", chapterId = "" } = useParams();
  if (me?.needsSecondFactor) return <SecondFactorFirst title="Import cards" />;
  return isAdmin ? <ImportCardsPage code={guideId} chapterId={chapterId} /> : <NotFound />;
}
