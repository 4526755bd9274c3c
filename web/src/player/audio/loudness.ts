/** Target loudness in LUFS: louder recordings are lowered to it. Podcasts have about -16, lectures often -20 to -25. */
const TARGET_LUFS = -20;

/** Returns the factor for the volume of a recording of this loudness, at most 1. */
export function loudnessGain(lufs: number | undefined): number {
  return lufs === undefined ? 1 : Math.min(1, 10 ** ((TARGET_LUFS - lufs) / 20));
}
