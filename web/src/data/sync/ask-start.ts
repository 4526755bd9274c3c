import type { QueryClient } from "@tanstack/react-query";
import { answered } from "@/lib/loading/answered";
import { session } from "@/session/session";
import { myLikesQuery } from "../likes/likes";
import { studiedSince } from "../me/first-marks";
import { savedNotesQuery } from "../saved/saved";
import { studiedQuery } from "../study/studying";

/**
 * Has ready what pages want of whoever is signed in, and anew when they have come back to the page: likes and My Notes, which
 * are in the one answer for a start (`start.ts`), and of those who study what is new in their log, which the first script has
 * asked for. A page that wants it later would have to ask for it alone. Returns how to stop.
 */
export function askStart(queries: QueryClient): () => void {
  const ask = () => {
    const { status, me, isUnconfirmed } = { isUnconfirmed: false, ...session.state() };
    if (status !== "signed-in" || isUnconfirmed || document.visibilityState === "hidden") return;
    void queries.prefetchQuery(myLikesQuery);
    void queries.prefetchQuery(savedNotesQuery(me.uid));
    if (studiedSince(me.uid) !== undefined) void studyLog();
  };
  const studyLog = async () => {
    // Reading what is kept takes time that others need first. What the page knows goes with the others.
    if (queries.getQueryData(studiedQuery.queryKey) === undefined) await answered();
    await queries.prefetchQuery(studiedQuery);
  };
  ask();
  const stopWatching = session.watch(ask);
  window.addEventListener("visibilitychange", ask);
  return () => {
    stopWatching();
    window.removeEventListener("visibilitychange", ask);
  };
}
