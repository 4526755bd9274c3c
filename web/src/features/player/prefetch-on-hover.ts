import { type PlayableTrack, player } from "@/player/player";

/**
 * Returns handlers that request the track's URL when the pointer or focus enters the player, and not on each page load.
 */
export function prefetchOnHover({ id }: PlayableTrack) {
  const prepare = () => player.prefetch([id]);
  return { onPointerEnter: prepare, onFocus: prepare };
}
