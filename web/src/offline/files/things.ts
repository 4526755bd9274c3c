import type { AudioNote, ReadableNote } from "@/api/models";

/** What can be kept on this device. */
export type ThingKind = "note" | "audio" | "course" | "album" | "shelf" | "playlist";

/** Names something that can be kept: by the id of a note, recording or playlist, or the name of a course, album or shelf. */
export interface ThingRef {
  kind: ThingKind;
  id: string;
}

export const keyOf = ({ kind, id }: ThingRef) => `${kind} ${id}`;

/** Something that a person wants to have on this device. */
export interface KeptThing extends ThingRef {
  key: string;
  title: string;
  /** Keys of its files, in its order. */
  files: readonly string[];
  /** Addresses of its pictures. */
  pictures: readonly string[];
  /** In milliseconds since 1970. */
  addedAt: number;
  /** `stopped`: it cannot go on by itself, and `problem` says why. */
  state: "wanted" | "paused" | "stopped";
  /** A sentence for the person. */
  problem?: string | undefined;
  /** Whether what goes with its files (pictures, waveforms, the reader) was fetched. */
  isFurnished: boolean;
}

/** What the reader needs of a note, but for the address that dies. */
export type KeptReading = Omit<ReadableNote, "url" | "expiresAt">;

/** What the player and lists need of a recording. */
export type KeptTrack = Pick<
  AudioNote,
  "id" | "title" | "subject" | "courseCode" | "shelf" | "durationSecs" | "artworkUrl" | "uploaderName"
>;

/** One file that belongs to something that is kept. */
export interface KeptFile {
  key: string;
  kind: "note" | "audio";
  id: string;
  title: string;
  /** Of the whole content, hexadecimal. */
  sha256: string;
  sizeBytes: number;
  contentType: string;
  /** Parts that are here, from the first on. */
  parts: number;
  /** All of it is here and verified. */
  isWhole: boolean;
  /** Of a note. */
  reading?: KeptReading | undefined;
  /** Of a recording. */
  track?: KeptTrack | undefined;
}

/** Everything that a person keeps. */
export interface Kept {
  /** Oldest first. */
  things: readonly KeptThing[];
  files: ReadonlyMap<string, KeptFile>;
}

/** How much of something is here. */
export interface Progress {
  files: number;
  wholeFiles: number;
  /** All files are here, and what shows them. */
  isComplete: boolean;
  bytes: number;
  bytesHere: number;
}
