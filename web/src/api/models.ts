import type { components } from "./schema";

/** Names of the wire types in the product's terms. All come from the API document. */
type Schemas = components["schemas"];

export type Me = Schemas["Me"];
/** A finished course merge that moved data of the student, until the student confirms it. */
export type UnreadMerge = Schemas["UnreadMerge"];
/** Editable fields of the student's own profile. */
export type ProfileEdit = Schemas["ProfileEditRequest"];
export type Course = Schemas["Course"];
export type Note = Schemas["Note"];
/** An album note, which visitors may open. */
export type AlbumNote = Schemas["AlbumNote"];
export type AlbumId = Schemas["AlbumName"];
export type AlbumPage = Schemas["AlbumPage"];
/** The note behind a link; `kind` tells its type. */
export type LinkedNote = Schemas["LinkedNote"];
/** A note of either kind; only album notes have `album`. */
export type CourseOrAlbumNote = Note | AlbumNote;
export type SavedNote = Schemas["SavedNote"];
export type StudentSummary = Schemas["StudentSummary"];
/** A chapter of a course without its cards. Edits send its `version` back. */
export type Chapter = Schemas["Chapter"];
export type StudyCard = Schemas["StudyCard"];
/** Passage of a note from which a personal card was made. */
export type CardSource = Schemas["CardSource"];
/** A personal card. */
export type PersonalCard = Schemas["PersonalCard"];
/** A chapter with its cards in order. */
export type StudyChapter = Schemas["StudyChapter"];
export type FeedItem = Schemas["FeedItem"];
export type PublicProfile = Schemas["PublicProfile"];
export type Upload = Schemas["Upload"];

/** A note in the reader, with a signed URL of its PDF. */
export type ReadableNote = Schemas["ReadableNote"];

export type ShelfId = Schemas["ShelfName"];
export type AudioNote = Schemas["AudioNote"];
/** Chapter of a recording. A `Chapter` is one of a course. */
export type AudioChapter = Schemas["AudioChapter"];
export type Waveform = Schemas["Waveform"];
/** A shelf with its totals. `totalSecs` is the sum of the known durations. */
export type Shelf = Schemas["Shelf"];
export type ShelfPage = Schemas["ShelfPage"];
/** An unfinished recording with its resume position. */
export type StartedRecording = Schemas["StartedRecording"];
/** A bookmark in a recording, with its remark. */
export type Bookmark = Schemas["Bookmark"];
/** A highlight in a note, with its remark. */
export type Highlight = Schemas["Highlight"];
export type HighlightContent = Schemas["HighlightContent"];
export type HighlightBase = Schemas["HighlightBase"];
export type HighlightColour = Schemas["HighlightColour"];
/** The exam of a course, as entered by the student. */
export type Exam = Schemas["MyExam"];
/** An unfinished note with its resume position. */
export type StartedNote = Schemas["StartedNote"];

export type PlaylistVisibility = Schemas["PlaylistVisibility"];
/** A playlist. Edits send its `version` back; a conflict means that it was edited elsewhere. */
export type Playlist = Schemas["Playlist"];
/** A new playlist. With an `id` from the client, a retry creates no duplicate. */
export type NewPlaylist = Schemas["CreatePlaylistRequest"];
/** An item of a playlist. `audio` is missing if the note was deleted; only the owner receives such items. */
export type PlaylistItem = Schemas["PlaylistItem"];
export type PlaylistPage = Schemas["PlaylistPage"];
