use wasm_core::course::CourseCode;

use crate::ids::UserId;
use crate::keys::key::{Key, PersonalKind, Range};

/// The exam of one student in one course.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode) -> Key {
    PersonalKind::Exam.key(owner, course.as_str())
}

/// All exams of one student.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Exam.range(owner, "")
}
