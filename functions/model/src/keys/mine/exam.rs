use wasm_core::course::CourseCode;

use crate::ids::UserId;
use crate::keys::key::{Key, Range, table};

/// The exam of one student in one course.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("EXAM#{}", course.as_str()) }
}

/// All exams of one student.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "EXAM#")
}
