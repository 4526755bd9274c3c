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

export type ShelfId = Schemas["ShelfName"];
/** One audio note, as every list shows it. */
export type AudioNote = Schemas["AudioNote"];
/** A shelf with what its header says. `totalSecs` is the sum of the durations that are known. */
export type Shelf = Schemas["Shelf"];
export type ShelfPage = Schemas["ShelfPage"];

export type PlaylistVisibility = Schemas["PlaylistVisibility"];
/** Its `version` goes back with an edit; a conflict means that somebody edited it meanwhile. */
export type Playlist = Schemas["Playlist"];
/** `audio` is missing when the note is gone; only the owner gets such items. */
export type PlaylistItem = Schemas["PlaylistItem"];
export type PlaylistPage = Schemas["PlaylistPage"];
