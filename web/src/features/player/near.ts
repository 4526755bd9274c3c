import { type PlayableTrack, player } from "@/player/player";

/**
 * Handlers of the player's frame: the address of its track is asked for when somebody comes near, and not for every page that
 * shows it.
 */
export function preparesWhenNear({ id }: PlayableTrack) {
  const prepare = () => player.prepare([id]);
  return { onPointerEnter: prepare, onFocus: prepare };
}
