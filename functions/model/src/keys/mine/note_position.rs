use crate::ids::{NoteId, UserId};
use crate::keys::key::{Key, PersonalKind, Range, gsi1};
use crate::timestamp::Timestamp;

/// The resume position of one user in one note.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId) -> Key {
    PersonalKind::Reading.key(owner, note)
}

/// The resume positions of one user in all notes.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Reading.range(owner, "")
}

/// Index entry of an unfinished note, by time of the last reading.
#[must_use]
pub fn index_key(owner: &UserId, read_at: Timestamp, note: NoteId) -> Key {
    Key { pk: format!("READING#{owner}"), sk: format!("{read_at}#{note}") }
}

/// The unfinished notes of one user.
#[must_use]
pub fn unfinished(owner: &UserId) -> Range {
    gsi1(format!("READING#{owner}"), "")
}
