use wasm_core::course::CourseCode;

use crate::ids::{AudioId, NoteId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};

/// The like of a course.
#[must_use]
pub fn course(owner: &UserId, course: &CourseCode) -> Key {
    PersonalKind::Like.key(owner, format_args!("COURSE#{}", course.as_str()))
}

/// The like of a course note or an album note.
#[must_use]
pub fn note(owner: &UserId, note: NoteId) -> Key {
    PersonalKind::Like.key(owner, format_args!("NOTE#{note}"))
}

/// The like of an audio note.
#[must_use]
pub fn audio(owner: &UserId, audio: AudioId) -> Key {
    PersonalKind::Like.key(owner, format_args!("AUDIO#{audio}"))
}

/// All likes of one user.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Like.range(owner, "")
}
