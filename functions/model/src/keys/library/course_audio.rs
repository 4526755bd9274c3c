use wasm_core::course::CourseCode;

use crate::ids::AudioId;
use crate::keys::key::{Key, Range, table};

/// Link from a course to an audio note about it. Stored outside the course's partition, because the course page query
/// must not read it.
#[must_use]
pub fn primary(course: &CourseCode, audio: AudioId) -> Key {
    Key { pk: format!("AUDIOOF#{}", course.as_str()), sk: audio.to_string() }
}

/// The audio notes about a course, by id.
#[must_use]
pub fn of_course(course: &CourseCode) -> Range {
    table(format!("AUDIOOF#{}", course.as_str()), "")
}
