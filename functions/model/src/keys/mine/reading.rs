use crate::ids::{NoteId, UserId};
use crate::keys::key::{Key, Range, gsi1, table};
use crate::timestamp::Timestamp;

/// Where one person stopped in one note.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("READING#{note}") }
}

/// Where one person stopped, in all notes.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "READING#")
}

/// Index entry of a note that is not read to its end, by when it was read.
#[must_use]
pub fn listed(owner: &UserId, read_at: Timestamp, note: NoteId) -> Key {
    Key { pk: format!("READING#{owner}"), sk: format!("{read_at}#{note}") }
}

/// What one person has not read to its end.
#[must_use]
pub fn unfinished(owner: &UserId) -> Range {
    gsi1(format!("READING#{owner}"), "")
}
