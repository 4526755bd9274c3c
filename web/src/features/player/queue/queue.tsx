import "./queue.css";
import { CircleCheck, CircleMinus, ListPlus, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { recentTracks } from "@/parts/recent-listening";
import { type PlayableTrack, player, type QueueContext, usePlayerSelector, useResumePosition } from "@/player/player";
import { useSession } from "@/session/session";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { SortableList } from "@/ui/form/sortable-list";
import { Artwork } from "@/ui/media/artwork";
import { PlayingBars } from "@/ui/media/playing-bars";
import { VisuallyHidden } from "@/ui/text/visually-hidden";
import { repeatText } from "../controls/transport";
import { usePlayerView } from "../player-view";
import { usePlaybackTimes, useProgress } from "../times";
import { subjectText } from "../track-text";

/** Number of tracks that are shown at first and added per request. */
const SHOWN_AT_ONCE = 50;

function Playing() {
  const isPlaying = usePlayerSelector((state) => state.isPlaying);
  return (
    <>
      <PlayingBars isPlaying={isPlaying} />
      <VisuallyHidden>{isPlaying ? "Playing" : "Paused"}</VisuallyHidden>
    </>
  );
}

function CurrentTime({ track }: { track: PlayableTrack }) {
  const { positionSecs, durationSecs } = useProgress();
  const { clock } = usePlaybackTimes();
  return (
    <p className="s truncate-1 tabular-nums">
      {subjectText(track.subject)} · {clock(positionSecs)} of {clock(durationSecs)}
    </p>
  );
}

function Now({ track }: { track: PlayableTrack }) {
  return (
    <div className="q now">
      <Artwork key={track.id} subject={track.subject} url={track.artworkUrl} className="q-art" />
      <div className="min-w-0 flex-1">
        <p className="t truncate-2" title={track.title}>
          {track.title}
        </p>
        <CurrentTime track={track} />
      </div>
      <Playing />
    </div>
  );
}

function FinishedMark({ id }: { id: string }) {
  const isFinished = useResumePosition(id)?.isFinished ?? false;
  if (!isFinished) return null;
  return (
    <span className="q-finished">
      <CircleCheck aria-hidden="true" /> Finished
    </span>
  );
}

/** Moves the focus to the same button of the next row before the row is removed. */
function focusBeside(button: HTMLElement) {
  const row = button.closest("li");
  const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(".q-remove");
  beside?.focus({ preventScroll: true });
}

function PlayButton({ track, onPlay }: { track: PlayableTrack; onPlay: () => void }) {
  const { clock } = usePlaybackTimes();
  return (
    <button type="button" className="q-play" onClick={onPlay}>
      <VisuallyHidden>Play </VisuallyHidden>
      <Artwork subject={track.subject} url={track.artworkUrl} className="q-art" />
      <span className="min-w-0 flex-1">
        <span className="t truncate-2" title={track.title}>
          {track.title}
        </span>
        <span className="s truncate-1 tabular-nums">
          {subjectText(track.subject)} · {clock(track.durationSecs)}
          <FinishedMark id={track.id} />
        </span>
      </span>
    </button>
  );
}

interface RowProps {
  track: PlayableTrack;
  index: number;
  handle: ReactNode;
  onRemove: () => void;
}

function Row({ track, index, handle, onRemove }: RowProps) {
  return (
    <div className="q">
      <PlayButton track={track} onPlay={() => player.playAt(index)} />
      <IconButton
        size="sm"
        className="q-remove"
        label={`Remove ${track.title} from the queue`}
        title="Remove from the queue"
        icon={<CircleMinus />}
        onClick={(event) => {
          focusBeside(event.currentTarget);
          onRemove();
        }}
      />
      {handle}
    </div>
  );
}

/** Time for which a change is announced, in milliseconds. */
const ANNOUNCED_MS = 8000;

/** Returns the description of a change that was made since the queue was opened, for some seconds. */
function useNewChange(change: string | undefined): string | undefined {
  const [known, setKnown] = useState(change);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(change), change === undefined ? 0 : ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [change]);
  return change === known ? undefined : change;
}

/** Number of recently played tracks that are shown. */
const RECENT_SHOWN = 10;

/** List of the tracks that the user played on this device before the current one. */
function RecentlyPlayed({
  currentId,
  onPlay,
}: {
  currentId: string | undefined;
  onPlay: (track: PlayableTrack) => void;
}) {
  const uid = useSession().me?.uid;
  // The list changes only when the track changes.
  const tracks = useMemo(() => {
    const others = uid === undefined ? [] : recentTracks(uid).filter(({ id }) => id !== currentId);
    return others.slice(0, RECENT_SHOWN);
  }, [uid, currentId]);
  if (tracks.length === 0) return null;
  return (
    <section aria-labelledby="recently-played">
      <h3 id="recently-played">Recently played</h3>
      <ul>
        {tracks.map((track) => (
          <li key={track.id} className="q">
            <PlayButton track={track} onPlay={() => onPlay(track)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const RECENT: QueueContext = { kind: "queue", id: "recently-played", title: "Recently played" };

export function remainingCountText(left: number): string {
  return `${left} audio ${left === 1 ? "note" : "notes"} left`;
}

export function Queue() {
  const list = usePlayerSelector((state) => state.list);
  const current = usePlayerSelector((state) => state.currentAudio);
  const index = usePlayerSelector((state) => state.index);
  const source = usePlayerSelector((state) => state.source);
  const repeat = usePlayerSelector((state) => state.repeat);
  const { slots } = usePlayerView();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [isSaving, setSaving] = useState(false);
  const first = index + 1;
  const next = list.slice(first, first + shown);
  const left = list.length - first;
  const nextHeading = useRef<HTMLHeadingElement>(null);
  const change = usePlayerSelector((state) => state.queueChange);
  const newChange = useNewChange(change);

  function clear() {
    nextHeading.current?.focus({ preventScroll: true });
    player.clear();
  }

  function undo() {
    nextHeading.current?.focus({ preventScroll: true });
    player.undoQueueChange();
  }

  return (
    <div className="queue-body">
      <div className="queue-scroll">
        {current && (
          <>
            <h3>Now playing</h3>
            <Now track={current} />
          </>
        )}
        <div className="queue-line">
          <h3 ref={nextHeading} tabIndex={-1}>
            {source ? `Next in ${source.title}` : "Next"}
          </h3>
          {change !== undefined && (
            <IconButton size="sm" label={`Undo: ${change}`} title="Undo last change" icon={<Undo2 />} onClick={undo} />
          )}
          {slots.saveAsPlaylist && list.length > 0 && (
            <IconButton size="sm" label="Save as playlist" icon={<ListPlus />} onClick={() => setSaving(true)} />
          )}
          {left > 0 && <IconButton size="sm" label="Clear the queue" icon={<Trash2 />} onClick={clear} />}
        </div>
        {next.length === 0 ? (
          <p className="queue-empty">Nothing is up next. {afterTheEnd(repeat)}</p>
        ) : (
          <SortableList
            label="Next"
            items={next}
            keyOf={(track) => track.id}
            nameOf={(track) => track.title}
            onMove={(from, to) => player.move(first + from, first + to)}
            row={(track, row) => {
              const at = first + row.index;
              return <Row track={track} index={at} handle={row.handle} onRemove={() => player.remove(at)} />;
            }}
          />
        )}
        {left > shown && (
          <Button variant="quiet" isFullWidth onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Show more
          </Button>
        )}
        <RecentlyPlayed
          currentId={current?.id}
          onPlay={(track) => {
            // The row disappears, because its track becomes the current one.
            nextHeading.current?.focus({ preventScroll: true });
            player.playTrack(track, RECENT);
          }}
        />
      </div>
      <div role="status" className={newChange === undefined ? undefined : "queue-undo"}>
        {newChange !== undefined && (
          <>
            <span className="truncate-1">{newChange}</span>
            <Button size="sm" variant="quiet" onClick={undo}>
              Undo
            </Button>
          </>
        )}
      </div>
      <p className="queue-foot tabular-nums">
        <span>{remainingCountText(left)}</span>
        <span>{repeatText(repeat)}</span>
      </p>
      {isSaving && slots.saveAsPlaylist?.(list, () => setSaving(false))}
    </div>
  );
}

function afterTheEnd(repeat: "off" | "all" | "one"): string {
  if (repeat === "one") return "This audio note repeats.";
  return repeat === "all" ? "Then the list starts over." : "Playback stops after this.";
}
