use wasm_core::album::AlbumId;

use crate::ids::NoteId;
use crate::keys::key::{Key, Range, gsi1, table};

/// One album with its counts.
#[must_use]
pub fn primary(album: AlbumId) -> Key {
    Key { pk: format!("ALBUM#{album}"), sk: "SELF".into() }
}

/// The album and its notes, newest first. Read it backwards: `SELF` sorts after `NOTE#`.
#[must_use]
pub fn with_notes(album: AlbumId) -> Range {
    table(format!("ALBUM#{album}"), "")
}

/// The notes of an album without the album.
#[must_use]
pub fn notes(album: AlbumId) -> Range {
    table(format!("ALBUM#{album}"), "NOTE#")
}

/// One note of a known album.
#[must_use]
pub fn note(album: AlbumId, note: NoteId) -> Key {
    Key { pk: format!("ALBUM#{album}"), sk: format!("NOTE#{note}") }
}

/// Index entry that finds an album note by its id, in the same partition as course notes.
#[must_use]
pub fn index_key(note: NoteId) -> Key {
    Key { pk: format!("NOTE#{note}"), sk: "ALBUM".into() }
}

/// One album note by its id.
#[must_use]
pub fn by_id(note: NoteId) -> Range {
    gsi1(format!("NOTE#{note}"), "ALBUM")
}

/// One note by its id, in a course or in an album.
#[must_use]
pub fn course_or_album_note_by_id(note: NoteId) -> Range {
    gsi1(format!("NOTE#{note}"), "")
}
