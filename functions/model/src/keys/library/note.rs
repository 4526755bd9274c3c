use wasm_core::course::CourseCode;

use crate::ids::NoteId;
use crate::keys::key::{Key, Range, gsi1, table};

/// One note of a known course.
#[must_use]
pub fn primary(course: &CourseCode, note: NoteId) -> Key {
    Key { pk: format!("COURSE#{}", course.as_str()), sk: format!("NOTE#{note}") }
}

/// The notes of a course without the course.
#[must_use]
pub fn of_course(course: &CourseCode) -> Range {
    table(format!("COURSE#{}", course.as_str()), "NOTE#")
}

/// Index entry that finds a note by its id.
#[must_use]
pub fn index_key(note: NoteId) -> Key {
    Key { pk: format!("NOTE#{note}"), sk: "NOTE".into() }
}

/// One note by its id.
#[must_use]
pub fn by_id(note: NoteId) -> Range {
    gsi1(format!("NOTE#{note}"), "NOTE")
}
