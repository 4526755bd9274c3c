import { ListMusic } from "lucide-react";
import { Link } from "react-router";
import { type PlayableTrack, usePlayerSelector } from "@/player/player";
import { IconButton } from "@/ui/controls/icon-button";
import { Artwork } from "@/ui/media/artwork";
import { MoreMenu } from "./controls/more";
import { Elapsed, Seek, Total } from "./controls/seek";
import { SleepButton } from "./controls/sleep";
import { SpeedButton } from "./controls/speed";
import { NextButton, PlayButton, PreviousButton, RepeatButton, ShuffleButton } from "./controls/transport";
import { MuteButton, VolumePopover, VolumeSlider } from "./controls/volume";
import type { Layout } from "./layout";
import { prefetchOnHover } from "./prefetch-on-hover";
import { trackSubtitle, usePlaybackError } from "./track-text";
import { usePlayerView } from "./view";

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
export function Bar({ track, layout }: { track: PlayableTrack; layout: Exclude<Layout, "compact"> }) {
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
            <Elapsed />
            <Seek key={track.id} bars={bars} />
            <Total />
          </div>
        )}
      </div>
      <div className="player-right">
        {!isNarrow && <SpeedButton />}
        {isWidest && <SleepButton />}
        {isWidest ? <MuteButton /> : <VolumePopover />}
        {isWidest && <VolumeSlider />}
        <QueueButton />
        <MoreMenu has={{ speed: !isNarrow, sleep: isWidest }} />
      </div>
      {isNarrow && <Seek key={track.id} className="hairline" showsTime />}
    </section>
  );
}
