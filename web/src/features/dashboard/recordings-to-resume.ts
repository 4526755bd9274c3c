import type { StartedRecording } from "@/api/models";
import { RESUME_MIN_MS } from "@/core/limits";
import type { PlayableTrack, ResumePosition } from "@/player/player";

export interface RecordingToResume {
  track: PlayableTrack;
  positionSecs: number;
}

export type ListeningRecord = Pick<StartedRecording, "audio"> & {
  position: Pick<StartedRecording["position"], "positionMs">;
};

/**
 * Returns the recordings to resume: those of the server, updated with newer local positions, after the current track of
 * this device. Omits finished recordings and those at their start.
 */
export function recordingsToResume(
  listed: readonly ListeningRecord[],
  heard: ReadonlyMap<string, ResumePosition>,
  current: PlayableTrack | undefined,
): RecordingToResume[] {
  const isListed = listed.some(({ audio }) => audio.id === current?.id);
  const known: RecordingToResume[] = listed.map(({ audio, position }) => ({
    track: audio,
    positionSecs: heard.get(audio.id)?.positionSecs ?? position.positionMs / 1000,
  }));
  const here: RecordingToResume[] =
    current && !isListed ? [{ track: current, positionSecs: heard.get(current.id)?.positionSecs ?? 0 }] : [];
  return [...here, ...known].filter(
    ({ track, positionSecs }) => positionSecs * 1000 >= RESUME_MIN_MS && !heard.get(track.id)?.isFinished,
  );
}

/**
 * Returns a text such as `12 min left`, `1 hr 5 min left` or `less than a minute left`, or `undefined` for an unknown
 * duration.
 */
export function timeLeft(durationSecs: number | null | undefined, positionSecs: number): string | undefined {
  if (typeof durationSecs !== "number" || durationSecs <= 0) return undefined;
  const minutes = Math.round(Math.max(0, durationSecs - positionSecs) / 60);
  if (minutes < 1) return "less than a minute left";
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min left`;
  return `${hours} ${hours === 1 ? "hr" : "hrs"}${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`} left`;
}
