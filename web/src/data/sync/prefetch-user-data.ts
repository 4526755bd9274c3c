import type { QueryClient } from "@tanstack/react-query";
import { whenQueriesIdle } from "@/lib/loading/page-idle";
import { session } from "@/session/session";
import { myLikesQuery } from "../likes/likes";
import { studyLogWatermark } from "../me/device-markers";
import { savedNotesQuery } from "../saved/saved";
import { reviewLogQuery } from "../study/review-log";

/**
 * Prefetches the data that pages need after sign-in and after each return to the page: likes and My Notes from the
 * bootstrap response (`bootstrap.ts`), and new entries of the review log for students who study. A later request could
 * not join the same batch. Returns a function that stops it.
 */
export function prefetchUserData(queries: QueryClient): () => void {
  const prefetch = () => {
    const { status, me, isOfflineSession } = { isOfflineSession: false, ...session.state() };
    if (status !== "signed-in" || isOfflineSession || document.visibilityState === "hidden") return;
    void queries.prefetchQuery(myLikesQuery);
    void queries.prefetchQuery(savedNotesQuery(me.uid));
    if (studyLogWatermark(me.uid) !== undefined) void prefetchStudyLog();
  };
  const prefetchStudyLog = async () => {
    // Reading local data takes time that other queries need first. If the log is cached, its request joins the batch.
    if (queries.getQueryData(reviewLogQuery.queryKey) === undefined) await whenQueriesIdle();
    await queries.prefetchQuery(reviewLogQuery);
  };
  prefetch();
  const stopWatching = session.watch(prefetch);
  window.addEventListener("visibilitychange", prefetch);
  return () => {
    stopWatching();
    window.removeEventListener("visibilitychange", prefetch);
  };
}
