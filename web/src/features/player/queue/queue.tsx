import "./queue.css";
import { CircleCheck, CircleMinus, ListPlus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type PlayableTrack, player, usePlayerSelector, useResumePosition } from "@/player/player";
import { Button } from "@/ui/controls/button";
import { IconButton } from "@/ui/controls/icon-button";
import { SortableList } from "@/ui/form/sortable-list";
import { Artwork } from "@/ui/media/artwork";
import { PlayingBars } from "@/ui/media/playing-bars";
import { VisuallyHidden } from "@/ui/text/visually-hidden";
import { repeatText } from "../controls/transport";
import { useProgress, useTimes } from "../times";
import { subjectText } from "../track-text";
import { usePlayerView } from "../view";

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
  const { clock } = useTimes();
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

interface RowProps {
  track: PlayableTrack;
  index: number;
  handle: ReactNode;
  onRemove: () => void;
}

function Row({ track, index, handle, onRemove }: RowProps) {
  const { clock } = useTimes();
  return (
    <div className="q">
      <button type="button" className="q-play" onClick={() => player.playAt(index)}>
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

interface Removed {
  text: string;
  putBack: () => void;
}

/** Time during which a removal can be undone, in milliseconds. */
const UNDO_MS = 8000;

function useRemoved(): [Removed | undefined, (removed: Removed | undefined) => void] {
  const [removed, setRemoved] = useState<Removed>();
  useEffect(() => {
    if (!removed) return undefined;
    const timer = setTimeout(() => setRemoved(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);
  return [removed, setRemoved];
}

export function leftText(left: number): string {
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
  const [removed, setRemoved] = useRemoved();

  function remove(track: PlayableTrack, from: number) {
    player.remove(from);
    setRemoved({ text: `Removed ${track.title}`, putBack: () => player.insert(from, [track]) });
  }

  function clear() {
    nextHeading.current?.focus({ preventScroll: true });
    player.clear();
    const [before, after] = [list.slice(0, Math.max(0, index)), list.slice(first)];
    setRemoved({
      text: "Queue cleared",
      putBack() {
        player.insert(0, before);
        player.insert(list.length, after);
      },
    });
  }

  function undo() {
    nextHeading.current?.focus({ preventScroll: true });
    removed?.putBack();
    setRemoved(undefined);
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
              return <Row track={track} index={at} handle={row.handle} onRemove={() => remove(track, at)} />;
            }}
          />
        )}
        {left > shown && (
          <Button variant="quiet" block onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            Show more
          </Button>
        )}
      </div>
      <div role="status" className={removed ? "queue-undo" : undefined}>
        {removed && (
          <>
            <span className="truncate-1">{removed.text}</span>
            <Button size="sm" variant="quiet" onClick={undo}>
              Undo
            </Button>
          </>
        )}
      </div>
      <p className="queue-foot tabular-nums">
        <span>{leftText(left)}</span>
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
