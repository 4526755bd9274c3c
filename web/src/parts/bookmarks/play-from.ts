import type { Bookmark } from "@/api/models";
import { paths } from "@/lib/urls/paths";
import { type PlayableTrack, player } from "@/player/player";

/** Plays a recording from a position in seconds. */
export function playFrom(audio: PlayableTrack, secs: number): void {
  player.playTrack(audio, { kind: "queue", id: "queue", title: audio.title, href: paths.recording(audio.id) });
  player.seek(secs);
}

/** Position of a bookmark in seconds. */
export const secsOf = ({ positionMs }: Bookmark): number => positionMs / 1000;
