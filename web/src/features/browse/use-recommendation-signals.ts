import { useMemo, useState } from "react";
import type { RecommendationSignals } from "@/core/search/protocol";
import type { Recommendation } from "@/core/wasm";
import { useFollowedCourses } from "@/data/me/me";
import { readCachedNotes, withUnconfirmedSaves } from "@/data/saved/my-notes-cache";
import { outbox, selectPendingChanges } from "@/offline/outbox/queue";
import { recentlyHeardSubjects } from "@/parts/recent-listening";
import { useSession } from "@/session/session";

/** Returns the student's interests from local data only. */
function tasteOf(uid: string | undefined): Pick<RecommendationSignals, "saved" | "listened"> {
  if (uid === undefined) return { saved: [], listened: [] };
  const notes = withUnconfirmedSaves(readCachedNotes(uid), selectPendingChanges(outbox.get()));
  return {
    saved: notes.flatMap((note) => note.course ?? []),
    listened: recentlyHeardSubjects(uid),
  };
}

/**
 * Returns the input of the recommendations. Saved notes and played recordings are read once per visit, so that cards do
 * not move while the user looks at them.
 */
export function useRecommendationSignals(): { interests: RecommendationSignals; isKnown: boolean } {
  const { codes, isKnown } = useFollowedCourses();
  const { me } = useSession();
  const [taste] = useState(() => tasteOf(me?.uid));
  return { interests: useMemo(() => ({ followed: codes, ...taste }), [codes, taste]), isKnown };
}

/** Returns the reason for a recommendation, short enough for the cover, or `undefined` for popular courses. */
export function recommendationReasonText({ kind, items }: Recommendation["reason"]): string | undefined {
  switch (kind) {
    case "followed":
      return "You follow this";
    case "saved":
      return items === 1 ? "1 note saved" : `${items} notes saved`;
    case "listened":
      return items === 1 ? "1 audio note played" : `${items} audio notes played`;
    case "popular":
      return undefined;
  }
}
