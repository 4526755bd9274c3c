use crate::ids::{HighlightId, NoteId, UserId};
use crate::keys::key::{Key, Range, table};

/// One highlight of one student.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId, highlight: HighlightId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("HIGHLIGHT#{note}#{highlight}") }
}

/// The highlights of one student in one note, by creation time.
#[must_use]
pub fn of_note(owner: &UserId, note: NoteId) -> Range {
    table(format!("USER#{owner}"), &format!("HIGHLIGHT#{note}#"))
}

/// The highlights of one student in all notes, grouped by note.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "HIGHLIGHT#")
}
