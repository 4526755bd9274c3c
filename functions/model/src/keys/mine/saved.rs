use crate::ids::{NoteId, UserId};
use crate::keys::key::{Key, Range, table};

/// One saved note.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("SAVED#{note}") }
}

/// All saved notes.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "SAVED#")
}
