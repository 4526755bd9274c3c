use wasm_core::course::CourseCode;

use crate::ids::{CardId, UserId};
use crate::keys::key::{Key, Range, table};

/// One personal card.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode, card: CardId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("OWNCARD#{course}#{card}") }
}

/// The personal cards of one student for one course, by creation time.
#[must_use]
pub fn of_course(owner: &UserId, course: &CourseCode) -> Range {
    table(format!("USER#{owner}"), &format!("OWNCARD#{course}#"))
}

/// All personal cards of one student, grouped by course.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "OWNCARD#")
}

/// Number of personal cards of one student for one course.
#[must_use]
pub fn course(owner: &UserId, course: &CourseCode) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("OWNCARDS#{course}") }
}

/// Numbers of personal cards of one student for all courses, by code.
#[must_use]
pub fn courses(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "OWNCARDS#")
}
