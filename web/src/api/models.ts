import type { components } from "./schema";

/** The wire types by the names the product uses; all of them come from the API's own description. */
type Schemas = components["schemas"];

export type Me = Schemas["Me"];
export type Course = Schemas["Course"];
export type Note = Schemas["Note"];
export type SavedNote = Schemas["SavedNote"];
export type StudentCard = Schemas["StudentCard"];
export type PublicProfile = Schemas["PublicProfile"];
export type Upload = Schemas["Upload"];

export type ShelfId = "deep-dive" | "quick-recap" | "chill-review" | "radio";

/** One audio note, as every list shows it. */
export interface AudioNote {
  id: string;
  shelf: ShelfId;
  title: string;
  description: string;
  subject: string;
  /** The course that the subject names, if it names one. */
  courseCode?: string | null;
  durationSecs?: number | null;
  artworkUrl?: string | null;
  fileName: string;
  sizeBytes: number;
  contentType: string;
  likes: number;
  uploadDate: string;
  createdAt: string;
  uploaderName: string;
}

/** A shelf with what its header says. `totalSecs` is the sum of the durations that are known. */
export interface Shelf {
  id: ShelfId;
  title: string;
  episodes: number;
  totalSecs: number;
}

export interface Page<Item> {
  items: Item[];
  nextCursor?: string | null;
}

export interface ShelfPage {
  shelf: Shelf;
  audio: Page<AudioNote>;
}

export type PlaylistVisibility = "public" | "private";

export interface Playlist {
  id: string;
  name: string;
  visibility: PlaylistVisibility;
  ownerUsername?: string | null;
  ownerName: string;
  isMine: boolean;
  audioCount: number;
  totalSecs: number;
  coverUrl?: string | null;
  /** The first items, of which a cover is made when there is none. */
  mosaic: { audioId: string; subject: string; artworkUrl?: string | null }[];
  /** Sent back with an edit; a conflict means that somebody edited it meanwhile. */
  version: number;
  createdAt: string;
}

/** `audio` is missing when the note is gone; only the owner gets such items. */
export interface PlaylistItem {
  audioId: string;
  addedAt: string;
  title: string;
  audio?: AudioNote | null;
}

export interface PlaylistPage {
  playlist: Playlist;
  items: Page<PlaylistItem>;
}
