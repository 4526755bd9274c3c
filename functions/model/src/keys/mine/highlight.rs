use crate::ids::{HighlightId, NoteId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};

/// One highlight of one student.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId, highlight: HighlightId) -> Key {
    PersonalKind::Highlight.key(owner, format_args!("{note}#{highlight}"))
}

/// The highlights of one student in one note, by creation time.
#[must_use]
pub fn of_note(owner: &UserId, note: NoteId) -> Range {
    PersonalKind::Highlight.range(owner, format_args!("{note}#"))
}

/// The highlights of one student in all notes, grouped by note.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Highlight.range(owner, "")
}
