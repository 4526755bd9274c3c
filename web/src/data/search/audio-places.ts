import type { OfflineFile } from "@/offline/files/items";

/** Prefix of the places with transcripts: of the recordings of a course, or of those of a shelf without a course. */
const AUDIO_PREFIX = "audio_";

/** Returns the place with the transcripts of a course or a shelf. */
export const audioPlace = (courseOrShelf: string): string => AUDIO_PREFIX + courseOrShelf;

export const isAudioPlace = (place: string): boolean => place.startsWith(AUDIO_PREFIX);

/** Returns the course or shelf of a place with transcripts. */
export const audioPlaceOwner = (place: string): string => place.slice(AUDIO_PREFIX.length);

/** Returns the place of a file, whose full-text index is stored with it. */
export function searchPlaceOf(file: OfflineFile | undefined): string | undefined {
  const { reading, track } = file ?? {};
  return track ? audioPlace(track.courseCode ?? track.shelf) : (reading?.course ?? undefined);
}
