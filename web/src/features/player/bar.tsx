import { ListMusic } from "lucide-react";
import { Link } from "react-router";
import { type PlayableTrack, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { Artwork } from "@/ui/media/artwork";
import { BookmarkButton } from "./controls/bookmark";
import { MoreMenu } from "./controls/more";
import { ElapsedTime, SeekSlider, TotalTime } from "./controls/seek";
import { SleepButton } from "./controls/sleep";
import { SpeedButton } from "./controls/speed";
import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from "./controls/transport";
import { MuteButton, VolumePopover, VolumeSlider } from "./controls/volume";
import type { PlayerLayout } from "./layout";
import { usePlayerView } from "./player-view";
import { prefetchOnHover } from "./prefetch-on-hover";
import { trackSubtitle, usePlaybackError } from "./track-text";

/** Number of waveform bars in the seek bar, by layout. */
const WAVEFORM_BARS = { wide: 56, widest: 80 };

/** Title and subject of the track, with a link to its source. */
function Title({ track }: { track: PlayableTrack }) {
  const href = usePlayerSelector((state) => state.source?.href);
  const trouble = usePlaybackError();
  return (
    <div className="player-title">
      <p className="t truncate-1" title={track.title}>
        {href ? <Link to={href}>{track.title}</Link> : track.title}
      </p>
      <p className="s truncate-1 tabular-nums">{trouble ?? trackSubtitle(track)}</p>
    </div>
  );
}

function QueueButton() {
  const { isQueueOpen, setQueueOpen } = usePlayerView();
  return (
    <IconButton
      label="Queue"
      icon={<ListMusic />}
      aria-pressed={isQueueOpen}
      onClick={() => setQueueOpen(!isQueueOpen)}
    />
  );
}

/** Player for viewports from 641 px, floating above the page. */
export function PlayerBar({ track, layout }: { track: PlayableTrack; layout: Exclude<PlayerLayout, "compact"> }) {
  const { slots } = usePlayerView();
  const bars = layout === "narrow" ? undefined : WAVEFORM_BARS[layout];
  const isNarrow = bars === undefined;
  const isWidest = layout === "widest";
  return (
    <section className={`player ${layout}`} aria-label="Audio player" {...prefetchOnHover(track)}>
      <div className="player-now">
        <Artwork key={track.id} subject={track.subject} url={track.artworkUrl} className="player-art" />
        <Title track={track} />
        {!isNarrow && slots.like?.(track)}
        {isWidest && slots.addToPlaylist?.(track)}
      </div>
      <div className="player-mid">
        <div className="player-controls">
          <ShuffleButton />
          <PreviousButton />
          <PlayButton />
          <NextButton />
          <RepeatButton />
        </div>
        {!isNarrow && (
          <div className="player-seek">
            <ElapsedTime />
            <SeekSlider key={track.id} bars={bars} />
            <TotalTime />
          </div>
        )}
      </div>
      <div className="player-right">
        {!isNarrow && <SpeedButton />}
        {!isNarrow && <BookmarkButton />}
        {isWidest && <SleepButton />}
        {isWidest ? <MuteButton /> : <VolumePopover />}
        {isWidest && <VolumeSlider />}
        <QueueButton />
        <MoreMenu shows={{ speed: !isNarrow, bookmark: !isNarrow, sleep: isWidest }} />
      </div>
      {isNarrow && <SeekSlider key={track.id} className="hairline" showsTime />}
    </section>
  );
}
