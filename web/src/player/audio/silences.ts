/** Time in seconds that is played at the start and at the end of a skipped silence, so that sentences stay apart. */
const PLAYED_SECS = 0.25;

/** Minimum length of a jump in seconds. A shorter jump takes longer than the time that it saves. */
const JUMP_MIN_SECS = 0.4;

/**
 * Maximum length of a jump in seconds. A longer silence takes several jumps, because the player treats a step of more
 * than 15 s as a seek, and a seek does not end a chapter.
 */
const JUMP_MAX_SECS = 10;

/**
 * Returns the position to which playback may jump within a silence, in seconds, or `undefined` if there is sound.
 * `silences` contains the start and the end of each silence in milliseconds.
 */
export function endOfSilence(silences: readonly number[], positionSecs: number): number | undefined {
  for (let at = 0; at + 1 < silences.length; at += 2) {
    const startSecs = (silences[at] ?? 0) / 1000 + PLAYED_SECS;
    const endSecs = (silences[at + 1] ?? 0) / 1000 - PLAYED_SECS;
    if (positionSecs < startSecs) return undefined;
    if (positionSecs >= endSecs) continue;
    if (endSecs - positionSecs < JUMP_MIN_SECS) return undefined;
    return Math.min(endSecs, positionSecs + JUMP_MAX_SECS);
  }
  return undefined;
}

/** The silences of the current track. */
export class Silences {
  #known: { id: string; list: readonly number[] } | undefined;

  set(id: string, list: readonly number[]): void {
    this.#known = { id, list };
  }

  /** If there is a silence at this position, calls `skip` to jump over it. Returns the skipped time in seconds. */
  pass(id: string | undefined, positionSecs: number, skip: (toSecs: number) => boolean): number {
    const end = this.#known?.id === id ? endOfSilence(this.#known?.list ?? [], positionSecs) : undefined;
    return end !== undefined && skip(end) ? end - positionSecs : 0;
  }
}
