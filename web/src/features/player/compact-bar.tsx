import type { PlayableTrack } from "@/player/player";
import { Artwork } from "@/ui/media/artwork";
import { VisuallyHidden } from "@/ui/text/visually-hidden";
import { SeekSlider } from "./controls/seek";
import { NextButton, PlayButton } from "./controls/transport";
import { usePlayerView } from "./player-view";
import { prefetchOnHover } from "./prefetch-on-hover";
import { trackSubtitle, usePlaybackError } from "./track-text";

export function CompactPlayerBar({ track }: { track: PlayableTrack }) {
  const { setSheetOpen } = usePlayerView();
  const trouble = usePlaybackError();
  return (
    <section className="player compact" aria-label="Audio player" {...prefetchOnHover(track)}>
      <button type="button" className="player-open" aria-haspopup="dialog" onClick={() => setSheetOpen(true)}>
        <VisuallyHidden>Open the player: </VisuallyHidden>
        <Artwork key={track.id} subject={track.subject} url={track.artworkUrl} className="player-art" />
        <span className="player-title">
          <span className="t truncate-1">{track.title}</span>
          <span className="s truncate-1 tabular-nums">{trouble ?? trackSubtitle(track)}</span>
        </span>
      </button>
      <PlayButton />
      <NextButton />
      <SeekSlider key={track.id} className="hairline" showsTime />
    </section>
  );
}
