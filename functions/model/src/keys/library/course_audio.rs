use wasm_core::course::CourseCode;

use crate::ids::AudioId;
use crate::keys::key::{Key, Range, table};

/// That an audio note is about a course. Not beside the course: its page is one query, and this is not on it.
#[must_use]
pub fn primary(course: &CourseCode, audio: AudioId) -> Key {
    Key { pk: format!("AUDIOOF#{}", course.as_str()), sk: audio.to_string() }
}

/// The audio notes about a course, by age.
#[must_use]
pub fn of_course(course: &CourseCode) -> Range {
    table(format!("AUDIOOF#{}", course.as_str()), "")
}
