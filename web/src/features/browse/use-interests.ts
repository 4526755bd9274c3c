import { useMemo, useState } from "react";
import type { Guide } from "@/core/engine";
import type { Interests } from "@/core/search/protocol";
import { useFollowed } from "@/data/me/me";
import { mergedNotes, readLocal } from "@/data/saved/saved-local";
import { outbox, pending } from "@/offline/outbox/queue";
import { listenedSubjects } from "@/parts/listened";
import { useSession } from "@/session/session";

/** What this device knows of a student's courses; nothing is asked of the server. */
function tasteOf(uid: string | undefined): Pick<Interests, "saved" | "listened"> {
  if (uid === undefined) return { saved: [], listened: [] };
  const notes = mergedNotes(readLocal(uid), pending(outbox.get()));
  return {
    saved: notes.flatMap((note) => note.course ?? []),
    listened: listenedSubjects(uid),
  };
}

/**
 * What recommendations are made from. What was saved and heard is read once, when the page is opened: cards must not
 * change places under somebody's finger.
 */
export function useInterests(): { interests: Interests; isKnown: boolean } {
  const { codes, isKnown } = useFollowed();
  const { me } = useSession();
  const [taste] = useState(() => tasteOf(me?.uid));
  return { interests: useMemo(() => ({ followed: codes, ...taste }), [codes, taste]), isKnown };
}

/** Why a guide is shown, in as few words as fit on its cover; nothing for those that are merely popular. */
export function reasonText({ kind, items }: Guide["reason"]): string | undefined {
  switch (kind) {
    case "followed":
      return "You follow it";
    case "saved":
      return items === 1 ? "1 note saved" : `${items} notes saved`;
    case "listened":
      return items === 1 ? "1 audio heard" : `${items} audio heard`;
    case "popular":
      return undefined;
  }
}
