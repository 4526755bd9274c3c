import type { components } from "./schema";

/** The wire types by the names the product uses; all of them come from the API's own description. */
type Schemas = components["schemas"];

export type Me = Schemas["Me"];
/** What can be changed about one's own profile. */
export type ProfileEdit = Schemas["ProfileEditRequest"];
export type Course = Schemas["Course"];
export type Note = Schemas["Note"];
/** A note of an album, which anybody may open. */
export type AlbumNote = Schemas["AlbumNote"];
export type AlbumId = Schemas["AlbumName"];
export type AlbumPage = Schemas["AlbumPage"];
/** What a link to a note leads to: `kind` says which. */
export type LinkedNote = Schemas["LinkedNote"];
/** A note of either kind; only one of an album has `album`. */
export type AnyNote = Note | AlbumNote;
export type SavedNote = Schemas["SavedNote"];
export type StudentCard = Schemas["StudentCard"];
/** A chapter of a course, without its cards. Its `version` goes back with an edit. */
export type Chapter = Schemas["Chapter"];
export type StudyCard = Schemas["StudyCard"];
/** A study card that the student wrote for themselves. */
export type OwnCard = Schemas["OwnCard"];
/** A chapter with its cards, in their order. */
export type StudyChapter = Schemas["StudyChapter"];
export type FeedLine = Schemas["FeedLine"];
export type PublicProfile = Schemas["PublicProfile"];
export type Upload = Schemas["Upload"];

/** A note as the reader opens it, with a signed address of its PDF. */
export type ReadableNote = Schemas["ReadableNote"];

export type ShelfId = Schemas["ShelfName"];
/** One audio note, as every list shows it. */
export type AudioNote = Schemas["AudioNote"];
/** A shelf with what its header says. `totalSecs` is the sum of the durations that are known. */
export type Shelf = Schemas["Shelf"];
export type ShelfPage = Schemas["ShelfPage"];
/** An audio note that was begun, and where. */
export type ListeningItem = Schemas["ListeningItem"];
/** Something that the student marked in a note, and what was said of it. */
export type Highlight = Schemas["Highlight"];
export type HighlightMark = Schemas["HighlightMark"];
export type HighlightSeen = Schemas["HighlightSeen"];
export type HighlightColour = Schemas["HighlightColour"];
/** When the exam of a course is, as the student said. */
export type Exam = Schemas["MyExam"];
/** A note that was begun, and where. */
export type BegunNote = Schemas["BegunNote"];

export type PlaylistVisibility = Schemas["PlaylistVisibility"];
/** Its `version` goes back with an edit; a conflict means that somebody edited it meanwhile. */
export type Playlist = Schemas["Playlist"];
/** What a playlist is made from. With an `id` of ours, sending it twice makes one. */
export type NewPlaylist = Schemas["CreatePlaylistRequest"];
/** `audio` is missing when the note is gone; only the owner gets such items. */
export type PlaylistItem = Schemas["PlaylistItem"];
export type PlaylistPage = Schemas["PlaylistPage"];
