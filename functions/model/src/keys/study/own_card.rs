use wasm_core::course::CourseCode;

use crate::ids::{CardId, UserId};
use crate::keys::key::{Key, Range, table};

/// One card of one person.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode, card: CardId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("OWNCARD#{course}#{card}") }
}

/// The cards of one person of one course, in the order in which their ids were made.
#[must_use]
pub fn of_course(owner: &UserId, course: &CourseCode) -> Range {
    table(format!("USER#{owner}"), &format!("OWNCARD#{course}#"))
}

/// All cards of one person, course by course.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "OWNCARD#")
}

/// How many cards one person has of one course.
#[must_use]
pub fn course(owner: &UserId, course: &CourseCode) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("OWNCARDS#{course}") }
}

/// The same of all courses, by code.
#[must_use]
pub fn courses(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "OWNCARDS#")
}
