import "./sheet.css";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Captions, ChevronDown, ListMusic } from "lucide-react";
import { Dialog } from "radix-ui";
import { type PointerEvent, useRef, useState } from "react";
import type { AudioNote } from "@/api/models";
import { recordingQuery } from "@/data/audio/audio";
import { cn } from "@/lib/text/cn";
import { ChapterList } from "@/parts/chapters/chapter-list";
import { type PlayableTrack, player, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { Artwork } from "@/ui/media/artwork";
import { useReturnFocus } from "@/ui/overlay/return-focus";
import { BookmarkButton } from "./controls/bookmark";
import { ChapterControls, useHasChapters } from "./controls/chapters";
import { MoreMenu } from "./controls/more";
import { ElapsedTime, RemainingTime, SeekSlider } from "./controls/seek";
import { SleepButton } from "./controls/sleep";
import { SpeedButton } from "./controls/speed";
import {
  JumpBackButton,
  JumpForwardButton,
  NextButton,
  PlayButton,
  PreviousButton,
  RepeatButton,
  ShuffleButton,
} from "./controls/transport";
import { MuteButton, VolumeSlider } from "./controls/volume";
import { LazyTranscript } from "./lazy-transcript";
import { usePlayerView } from "./player-view";
import { isRowMoving, LazyQueue } from "./queue/lazy-queue";
import { subjectText, usePlaybackError } from "./track-text";

const WAVEFORM_BARS = 90;
/** Minimum length of the drag that closes the sheet, in pixels. */
const PULL_PX = 72;

function usePull(onPulled: () => void) {
  const startY = useRef<number>(undefined);
  const [pulledPx, setPulledPx] = useState(0);
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    // React bubbles events of the portaled menu to this handler. Capturing their pointer would break the menu.
    if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest("button")) return;
    startY.current = event.clientY;
    currentTarget.setPointerCapture(event.pointerId);
  }
  function onPointerMove(event: PointerEvent) {
    if (startY.current !== undefined) setPulledPx(Math.max(0, event.clientY - startY.current));
  }
  function onLostPointerCapture() {
    startY.current = undefined;
    setPulledPx(0);
    if (pulledPx >= PULL_PX) onPulled();
  }
  return { pulledPx, handlers: { onPointerDown, onPointerMove, onLostPointerCapture } };
}

function NowPlaying({ track, onChapters }: { track: PlayableTrack; onChapters: () => void }) {
  const { slots } = usePlayerView();
  const canSetVolume = usePlayerSelector((state) => state.canSetVolume);
  const trouble = usePlaybackError();
  return (
    <div className="sheet-body">
      <Artwork key={track.id} subject={track.subject} url={track.artworkUrl} className="sheet-art" />
      <div className="sheet-panel">
        <div className="sheet-title">
          <div>
            <h2>{track.title}</h2>
            <p className="tabular-nums">
              {trouble ?? [subjectText(track.subject), track.uploaderName].filter(Boolean).join(" · ")}
            </p>
          </div>
          {slots.like?.(track)}
          {slots.addToPlaylist?.(track)}
        </div>
        <div className="sheet-seek">
          <SeekSlider key={track.id} className="tall" bars={WAVEFORM_BARS} showsTime />
          <p>
            <ElapsedTime />
            <RemainingTime />
          </p>
        </div>
        <ChapterControls onList={onChapters} />
        <div className="sheet-transport">
          <ShuffleButton />
          <PreviousButton className="lg" />
          <PlayButton className="xl" />
          <NextButton className="lg" />
          <RepeatButton />
        </div>
        <div className="sheet-tools">
          <JumpBackButton />
          <SpeedButton />
          <BookmarkButton />
          <SleepButton />
          <JumpForwardButton />
        </div>
        {canSetVolume && (
          <div className="sheet-volume">
            <MuteButton />
            <VolumeSlider />
          </div>
        )}
      </div>
    </div>
  );
}

function Reading({ audio }: { audio: AudioNote }) {
  return (
    <div className="sheet-body sheet-reading">
      <LazyTranscript audio={audio} className="sheet-transcript" />
      <div className="sheet-seek">
        <SeekSlider key={audio.id} className="tall" bars={WAVEFORM_BARS} showsTime />
        <p>
          <ElapsedTime />
          <RemainingTime />
        </p>
      </div>
      <div className="sheet-tools">
        <SpeedButton />
        <JumpBackButton />
        <PlayButton className="xl" />
        <JumpForwardButton />
        <BookmarkButton />
      </div>
    </div>
  );
}

function Chapters({ onBack }: { onBack: () => void }) {
  const chapters = usePlayerSelector((state) => state.chapters);
  const index = usePlayerSelector((state) => state.chapter);
  return (
    <div className="sheet-body">
      <IconButton label="Back to the player" icon={<ArrowLeft />} onClick={onBack} />
      <ChapterList
        chapters={chapters}
        current={index}
        onPlay={(secs) => {
          player.seek(secs);
          player.resume();
        }}
      />
    </div>
  );
}

export function PlayerSheet({ track }: { track: PlayableTrack }) {
  const { isSheetOpen, setSheetOpen, isQueueOpen, setQueueOpen } = usePlayerView();
  const title = usePlayerSelector((state) => state.source?.title);
  // A track of a restored queue has no transcript id, so the recording is requested.
  const { data: audio } = useQuery({ ...recordingQuery(track.id), enabled: isSheetOpen });
  const [view, setView] = useState<"player" | "transcript" | "chapters">("player");
  const [shownId, setShownId] = useState(track.id);
  if (shownId !== track.id) {
    setShownId(track.id);
    // The track has changed, so the list of chapters is outdated.
    if (view === "chapters") setView("player");
  }
  const isReading = view === "transcript";
  const hasChapters = useHasChapters();
  const hasTranscript = audio?.transcriptId !== undefined;
  const { pulledPx, handlers } = usePull(() => setSheetOpen(false));
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open={isSheetOpen} onOpenChange={setSheetOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim sheet-scrim">
          <Dialog.Content
            className={cn("sheet", pulledPx > 0 && "is-pulled")}
            style={{ transform: pulledPx > 0 ? `translateY(${pulledPx}px)` : undefined }}
            aria-describedby={undefined}
            data-player-keys=""
            {...returnFocus}
            onEscapeKeyDown={(event) => isRowMoving() && event.preventDefault()}
          >
            <div className={cn("sheet-head", hasTranscript && "has-transcript")} {...handlers}>
              <span className="grab" aria-hidden="true" />
              <IconButton label="Close player" icon={<ChevronDown />} onClick={() => setSheetOpen(false)} />
              <Dialog.Title className="truncate-1">{title ?? "Now playing"}</Dialog.Title>
              {hasTranscript && (
                <IconButton
                  label="Transcript"
                  icon={<Captions />}
                  aria-pressed={isReading && !isQueueOpen}
                  onClick={() => {
                    setView(isQueueOpen || !isReading ? "transcript" : "player");
                    setQueueOpen(false);
                  }}
                />
              )}
              <IconButton
                label="Queue"
                icon={<ListMusic />}
                aria-pressed={isQueueOpen}
                onClick={() => setQueueOpen(!isQueueOpen)}
              />
              <MoreMenu shows={{ speed: true, bookmark: true, sleep: true, jumps: true, chapters: true }} />
            </div>
            {isQueueOpen ? (
              <LazyQueue />
            ) : isReading && audio && hasTranscript ? (
              <Reading audio={audio} />
            ) : view === "chapters" && hasChapters ? (
              <Chapters onBack={() => setView("player")} />
            ) : (
              <NowPlaying track={track} onChapters={() => setView("chapters")} />
            )}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
