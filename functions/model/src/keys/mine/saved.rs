use crate::ids::{NoteId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};

/// One saved note.
#[must_use]
pub fn primary(owner: &UserId, note: NoteId) -> Key {
    PersonalKind::SavedNote.key(owner, note)
}

/// All saved notes.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::SavedNote.range(owner, "")
}
