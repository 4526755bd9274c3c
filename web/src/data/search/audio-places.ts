import type { OfflineFile } from "@/offline/files/items";

/**
 * Prefix of the names of transcript indexes: of the recordings of a course, or of the recordings of a shelf that have
 * no course.
 */
const AUDIO_PREFIX = "audio_";

/** Returns the name of the full-text index of the transcripts of a course or a shelf. */
export const audioPlace = (courseOrShelf: string): string => AUDIO_PREFIX + courseOrShelf;

export const isAudioPlace = (place: string): boolean => place.startsWith(AUDIO_PREFIX);

/** Returns the course or shelf of a transcript index. */
export const audioPlaceOwner = (place: string): string => place.slice(AUDIO_PREFIX.length);

/** Returns the collection whose full-text index is stored with an offline file. */
export function searchPlaceOf(file: OfflineFile | undefined): string | undefined {
  const { reading, track } = file ?? {};
  return track ? audioPlace(track.courseCode ?? track.shelf) : (reading?.course ?? undefined);
}
