use crate::ids::{HighlightId, NoteId, UserId};
use crate::keys::key::{Key, Range, table};

/// One highlight of one person.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId, highlight: HighlightId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("HIGHLIGHT#{note}#{highlight}") }
}

/// What one person marked in one note, in the order in which it was made.
#[must_use]
pub fn of_note(owner: &UserId, note: NoteId) -> Range {
    table(format!("USER#{owner}"), &format!("HIGHLIGHT#{note}#"))
}

/// What one person marked in all notes, note by note.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "HIGHLIGHT#")
}
