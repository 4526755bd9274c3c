import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark as BookmarkIcon } from "lucide-react";
import { Link } from "react-router";
import type { Bookmark } from "@/api/models";
import { problemDetail, problemText } from "@/api/problem";
import { recordingQuery } from "@/data/audio/audio";
import { useBookmarks } from "@/data/bookmarks/bookmarks";
import { fetchOrCached } from "@/data/query/latest";
import { paths } from "@/lib/addresses/paths";
import { usePageTitle } from "@/lib/browser/page-title";
import { BookmarkList } from "@/parts/bookmarks/bookmark-list";
import { playFrom, secsOf } from "@/parts/bookmarks/play-from";
import { LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import { PageHeader } from "@/ui/layout/page-header";

/** Groups bookmarks by recording, sorted by title. */
export function byRecording(bookmarks: readonly Bookmark[]): (readonly [string, readonly Bookmark[]])[] {
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

/** List of the student's bookmarks in all recordings. */
export function BookmarksPage() {
  usePageTitle("My bookmarks");
  const { bookmarks, error, isPending, refetch } = useBookmarks();
  return (
    <>
      <PageHeader over={<Link to={paths.myNotes()}>My Notes</Link>} title="My bookmarks" />
      {bookmarks.length > 0 ? (
        byRecording(bookmarks).map(([audioId, ofRecording]) => (
          <Recording key={audioId} audioId={audioId} bookmarks={ofRecording} />
        ))
      ) : error ? (
        <LoadError as="page" error={error} body={problemDetail(error)} onRetry={refetch}>
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

/** Bookmarks of one recording, under its title. */
function Recording({ audioId, bookmarks }: { audioId: string; bookmarks: readonly Bookmark[] }) {
  const queries = useQueryClient();
  const query = recordingQuery(audioId);
  // Loaded before the press: Safari starts playback only during a user gesture.
  const { data } = useQuery(query);

  async function loadAndPlay(bookmark: Bookmark) {
    try {
      playFrom(await fetchOrCached(queries, query), secsOf(bookmark));
    } catch (failure) {
      toast(`“${bookmark.title}” could not be played. ${problemText(failure)}`, { kind: "error", id: "bookmark" });
    }
  }

  return (
    <section aria-labelledby={`recording-${audioId}`}>
      <h2 className="section" id={`recording-${audioId}`} tabIndex={-1}>
        <Link to={paths.recording(audioId)}>{bookmarks[0]?.title}</Link>
      </h2>
      <BookmarkList
        bookmarks={bookmarks}
        headingId={`recording-${audioId}`}
        onPlay={(bookmark) => (data ? playFrom(data, secsOf(bookmark)) : void loadAndPlay(bookmark))}
      />
    </section>
  );
}
