import type { AudioNote, ReadableNote } from "@/api/models";

export type OfflineItemKind = "note" | "audio" | "course" | "album" | "shelf" | "playlist";

/** Reference to an item: the id of a note, recording or playlist, or the name of a course, album or shelf. */
export interface OfflineItemRef {
  kind: OfflineItemKind;
  id: string;
}

export const offlineItemKey = ({ kind, id }: OfflineItemRef) => `${kind} ${id}`;

export interface OfflineItem extends OfflineItemRef {
  key: string;
  title: string;
  /** Keys of its files, in display order. */
  files: readonly string[];
  /** URLs of its images. */
  pictures: readonly string[];
  /** Unix milliseconds. */
  addedAt: number;
  /** `stopped`: the download cannot continue without the user; see `problem`. */
  state: "wanted" | "paused" | "stopped";
  /** Message for the user. */
  problem?: string | undefined;
  /** True after the images, the waveforms and the code of the reader were fetched. */
  hasAssets: boolean;
}

/** Data that the reader needs to show a note, without the URLs that expire. */
export type OfflineNoteMetadata = Omit<ReadableNote, "url" | "textUrl" | "expiresAt">;

/** Data that the player and lists need to show a recording. */
export type OfflineTrack = Pick<
  AudioNote,
  "id" | "title" | "subject" | "courseCode" | "shelf" | "durationSecs" | "artworkUrl" | "uploaderName"
>;

/** One file of an offline copy. */
export interface OfflineFile {
  key: string;
  kind: "note" | "audio";
  id: string;
  title: string;
  /** Hexadecimal hash of the whole content. */
  sha256: string;
  sizeBytes: number;
  contentType: string;
  /** Number of stored parts, from the start of the file. */
  parts: number;
  /** True after all parts were stored and verified. */
  isComplete: boolean;
  /** Only for notes. */
  reading?: OfflineNoteMetadata | undefined;
  /** Only for recordings. */
  track?: OfflineTrack | undefined;
  /** Loudness of a recording in LUFS, if it was known when the file was planned. */
  loudnessLufs?: number | undefined;
}

export interface OfflineFilesState {
  /** Oldest first. */
  items: readonly OfflineItem[];
  files: ReadonlyMap<string, OfflineFile>;
}

export interface DownloadProgress {
  files: number;
  completeFiles: number;
  /** True after all files, images and waveforms were stored. */
  isComplete: boolean;
  bytes: number;
  downloadedBytes: number;
}
