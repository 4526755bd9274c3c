import { useQueryClient } from "@tanstack/react-query";
import { Bookmark as BookmarkIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Bookmark } from "@/api/models";
import { problemDetail, problemText } from "@/api/problem";
import { useBookmarks } from "@/data/bookmarks/bookmarks";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { BookmarkList } from "@/parts/bookmarks/bookmark-list";
import { playWhenLoaded, secsOf } from "@/parts/bookmarks/play-from";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { PageHeader } from "@/ui/layout/page-header";

/** Groups bookmarks by recording, sorted by title. */
export function groupByRecording(bookmarks: readonly Bookmark[]): (readonly [string, readonly Bookmark[]])[] {
  const grouped = new Map<string, Bookmark[]>();
  for (const bookmark of bookmarks) {
    const others = grouped.get(bookmark.audioId);
    if (others) others.push(bookmark);
    else grouped.set(bookmark.audioId, [bookmark]);
  }
  const recordings = [...grouped];
  const title = ([, [first]]: (typeof recordings)[number]) => first?.title ?? "";
  return recordings.sort((one, other) => title(one).localeCompare(title(other), "en", { numeric: true }));
}

/** Returns a function that plays a recording from a bookmark. Requests the recording only when it is pressed. */
function usePlayBookmark() {
  const queries = useQueryClient();
  const pressed = useRef<Bookmark>(undefined);
  useEffect(
    () => () => {
      pressed.current = undefined;
    },
    [],
  );

  async function play(bookmark: Bookmark) {
    const { audioId, title } = bookmark;
    pressed.current = bookmark;
    try {
      await playWhenLoaded(queries, audioId, secsOf(bookmark), () => pressed.current === bookmark);
    } catch (failure) {
      // The student pressed another bookmark or left the page.
      if (pressed.current !== bookmark) return;
      toast(`“${title}” could not be played. ${problemText(failure)}`, { kind: "error", id: "bookmark" });
    }
  }
  return (bookmark: Bookmark) => void play(bookmark);
}

/** List of the student's bookmarks in all recordings. */
export function BookmarksPage() {
  usePageTitle("My bookmarks");
  const { bookmarks, error, isPending, refetch } = useBookmarks();
  const play = usePlayBookmark();
  return (
    <>
      <PageHeader eyebrow={<Link to={paths.myNotes()}>My Notes</Link>} title="My bookmarks" />
      {bookmarks.length > 0 ? (
        groupByRecording(bookmarks).map(([audioId, ofRecording]) => (
          <section key={audioId} aria-labelledby={`recording-${audioId}`}>
            <h2 className="section" id={`recording-${audioId}`} tabIndex={-1}>
              <Link to={paths.recording(audioId)}>{ofRecording[0]?.title}</Link>
            </h2>
            <BookmarkList bookmarks={ofRecording} headingId={`recording-${audioId}`} onPlay={play} />
          </section>
        ))
      ) : error ? (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
          Your bookmarks could not be loaded
        </LoadError>
      ) : isPending ? (
        <div role="status" aria-label="Loading...">
          <SkeletonText lines={4} />
        </div>
      ) : (
        <StatusPlaceholder
          icon={<BookmarkIcon />}
          title="No bookmarks yet"
          body="Press B or the bookmark button while you listen to mark a moment. Only you can see your bookmarks."
          action={
            <LinkButton variant="primary" to={paths.audioNotes()}>
              Audio Notes
            </LinkButton>
          }
        />
      )}
    </>
  );
}
