use wasm_core::course::CourseCode;

use crate::ids::{AudioId, NoteId, UserId};
use crate::keys::key::{Key, Range, table};

/// The like of a course.
#[must_use]
pub fn course(owner: &UserId, course: &CourseCode) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("LIKE#COURSE#{}", course.as_str()) }
}

/// The like of a course note or an album note.
#[must_use]
pub fn note(owner: &UserId, note: NoteId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("LIKE#NOTE#{note}") }
}

/// The like of an audio note.
#[must_use]
pub fn audio(owner: &UserId, audio: AudioId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("LIKE#AUDIO#{audio}") }
}

/// All likes of one user.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "LIKE#")
}
