import { useParams } from "react-router";
import { RequireSecondFactor } from "@/features/admin/require-second-factor";
import { EditCardPage } from "@/features/cards/editor/edit-card-page";
import { useSession } from "@/session/session";
import { Component as NotFound } from "../not-found";

/** The page looks like an unknown path to everyone but administrators. */
export function Component() {
  const { isAdmin, me } = useSession();
  const { guideId = "", chapterId = "", cardId } = useParams();
  if (me?.needsSecondFactor) return <RequireSecondFactor title="Study card" />;
  return isAdmin ? <EditCardPage code={guideId} chapterId={chapterId} cardId={cardId} /> : <NotFound />;
}
