import "./audio.css";
import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus, Pause, Play } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { AudioNote } from "@/api/models";
import { ApiProblem, problemDetail } from "@/api/problem";
import { useDurations } from "@/core/durations";
import { recordingQuery, waveformQuery } from "@/data/audio/audio";
import { chaptersOf } from "@/data/audio/chapters";
import { useBookmarks } from "@/data/bookmarks/bookmarks";
import { usePageTitle } from "@/lib/browser/page-title";
import { formatDay } from "@/lib/text/format";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { type OfflineTrack, offlineItemKey } from "@/offline/files/items";
import { useOfflineFiles } from "@/offline/files/offline-files";
import { AddToPlaylist } from "@/parts/add-to-playlist/add-to-playlist";
import { BookmarkList } from "@/parts/bookmarks/bookmark-list";
import { playFrom, secsOf } from "@/parts/bookmarks/play-from";
import { ChapterList } from "@/parts/chapters/chapter-list";
import { ConnectedLikeButton } from "@/parts/likes/item-like-button";
import { OfflineButton } from "@/parts/offline/offline-button";
import { PlayOfflineButton } from "@/parts/offline/play-offline";
import { UnavailableOffline, useIsUnavailableOffline } from "@/parts/offline/unavailable-offline";
import { ShareButton } from "@/parts/sharing/share-button";
import { Transcript } from "@/parts/transcript/transcript";
import { player, usePlayerSelector } from "@/player/player";
import { playerPosition } from "@/player/store";
import { useSession } from "@/session/session";
import { Button, LinkButton } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { SkeletonText } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { PageHeader } from "@/ui/layout/page-header";
import { Artwork } from "@/ui/media/artwork";
import { shelfQueueContext, shelves } from "./shelves";

/** Page of one recording with the student's bookmarks. `?t=751` is a position in seconds to play from. */
export function RecordingPage({ id }: { id: string }) {
  const recording = useQuery(recordingQuery(id));
  const { data: audio, error, refetch } = recording;
  const isNotHere = useIsUnavailableOffline(recording);
  const { bookmarks, error: bookmarksError, isPending, refetch: refetchBookmarks } = useBookmarks(id);
  const file = useOfflineFiles().files.get(offlineItemKey({ kind: "audio", id }));
  const track = file?.isComplete ? file.track : undefined;
  const playable = audio ?? track;
  const isMember = useSession().me !== undefined;
  usePageTitle(audio?.title ?? track?.title ?? bookmarks[0]?.title ?? "Audio note");
  const isGone = error instanceof ApiProblem && error.status === 404;
  const title = audio?.title ?? bookmarks[0]?.title;
  return (
    <>
      {audio ? (
        <Header audio={audio} />
      ) : isGone ? (
        <StatusPlaceholder
          icon={<BookmarkPlus />}
          title={title ? `“${title}” was deleted` : "This audio note does not exist or was deleted."}
          body={title && "You can still read your bookmarks."}
          action={<LinkButton to={paths.audioNotes()}>Audio Notes</LinkButton>}
        />
      ) : isNotHere && track ? (
        <OfflineHeader track={track} />
      ) : isNotHere ? (
        <UnavailableOffline what="audio note" />
      ) : error ? (
        <LoadError variant="page" error={error} body={problemDetail(error)} onRetry={refetch}>
          Could not load this audio note
        </LoadError>
      ) : (
        <div role="status" aria-label="Loading...">
          <SkeletonText lines={4} />
        </div>
      )}
      {audio && isMember && <Chapters audio={audio} />}
      {audio?.transcriptId && isMember && (
        <section aria-labelledby="transcript">
          <h2 className="section" id="transcript">
            Transcript
          </h2>
          <Transcript audio={audio} className="card recording-transcript" />
        </section>
      )}
      {(playable || bookmarks.length > 0) && (
        <section aria-labelledby="bookmarks">
          <h2 className="section" id="bookmarks" tabIndex={-1}>
            Bookmarks
          </h2>
          {bookmarks.length === 0 && bookmarksError ? (
            <LoadError variant="banner" error={bookmarksError} onRetry={refetchBookmarks}>
              Your bookmarks could not be loaded
            </LoadError>
          ) : bookmarks.length === 0 && isPending ? (
            <SkeletonText lines={2} />
          ) : bookmarks.length === 0 ? (
            <p className="sub">
              Press <kbd className="kbd">B</kbd> or the bookmark button in the player to mark a moment. Only you can see
              your bookmarks.
            </p>
          ) : (
            <BookmarkList
              bookmarks={bookmarks}
              headingId="bookmarks"
              onPlay={playable && ((bookmark) => playFrom(playable, secsOf(bookmark)))}
            />
          )}
        </section>
      )}
    </>
  );
}

/** Header of a recording whose file is on this device but whose details are not. */
function OfflineHeader({ track }: { track: OfflineTrack }) {
  const { clock } = useDurations();
  const { id, title, subject, courseCode, shelf, durationSecs } = track;

  return (
    <>
      <PageHeader
        eyebrow={<Link to={`${shelves[shelf].href}#${id}`}>{shelves[shelf].title}</Link>}
        title={title}
        subtitle={[courseCode ? displayCode(courseCode) : subject, clock(durationSecs)].filter(Boolean).join(" · ")}
        actions={<PlayOfflineButton title={title} tracks={[track]} source={shelfQueueContext(shelves[shelf])} />}
      />
      <p className="hint">
        You're offline. The description, the chapters and the transcript load when you're back online.
      </p>
    </>
  );
}

/** Chapters of the recording, if it has any. */
function Chapters({ audio }: { audio: AudioNote }) {
  const { data: waveform } = useQuery(waveformQuery(audio));
  const chapters = chaptersOf(waveform);
  const isCurrent = usePlayerSelector(({ currentAudio }) => currentAudio?.id === audio.id);
  const index = usePlayerSelector(({ chapter }) => chapter);
  if (chapters.length === 0) return null;
  function play(secs: number) {
    if (!isCurrent) return playFrom(audio, secs);
    player.seek(secs);
    player.resume();
  }
  return (
    <section aria-labelledby="chapters">
      <h2 className="section" id="chapters">
        Chapters
      </h2>
      <ChapterList chapters={chapters} current={isCurrent ? index : -1} onPlay={play} className="card" />
    </section>
  );
}

function Header({ audio }: { audio: AudioNote }) {
  const { clock, spoken } = useDurations();
  const [search] = useSearchParams();
  const startSecs = Number(search.get("t"));
  const from =
    Number.isFinite(startSecs) && startSecs > 0 && startSecs < (audio.durationSecs ?? Infinity) ? startSecs : undefined;
  const state = usePlayerSelector(({ currentAudio, isPlaying, isLoading }) =>
    currentAudio?.id !== audio.id ? "other" : isPlaying || isLoading ? "playing" : "paused",
  );
  const shelf = shelves[audio.shelf];
  const { id, title, description, courseCode, subject, uploadDate, durationSecs } = audio;
  function play() {
    if (state === "other") player.playTrack(audio, shelfQueueContext(shelf));
    else player.toggle();
  }
  return (
    <>
      <PageHeader
        eyebrow={<Link to={`${shelf.href}#${id}`}>{shelf.title}</Link>}
        title={title}
        subtitle={
          <>
            {courseCode ? <Link to={paths.notes(courseCode)}>{displayCode(courseCode)}</Link> : subject}
            {` · ${[formatDay(uploadDate), clock(durationSecs)].filter(Boolean).join(" · ")}`}
          </>
        }
        picture={<Artwork subject={subject} url={audio.artworkUrl} className="recording-art" />}
        actions={
          <>
            {from !== undefined && (
              <Button
                variant="primary"
                size="lg"
                icon={<Play />}
                aria-label={`Play from ${spoken(from)}`}
                onClick={() => playFrom(audio, from)}
              >
                Play from {clock(from)}
              </Button>
            )}
            <Button
              variant={from === undefined ? "primary" : "quiet"}
              size="lg"
              icon={state === "playing" ? <Pause /> : <Play />}
              onClick={play}
            >
              {state === "playing" ? "Pause" : "Play"}
            </Button>
            <AddToPlaylist audio={audio} />
            <ConnectedLikeButton kind="audio" id={id} count={audio.likes} />
            <OfflineButton size="lg" item={{ kind: "audio", id, title }} />
            <ShareButton
              size="lg"
              path={paths.recording(id)}
              title={title}
              here={
                state === "other"
                  ? undefined
                  : {
                      label: "Share from this second",
                      path: () => paths.recordingAt(id, playerPosition.get().positionSecs),
                    }
              }
            />
          </>
        }
      />
      {description && <p className="recording-description">{description}</p>}
    </>
  );
}
