use wasm_core::course::CourseCode;

use crate::ids::{CardId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};

/// One personal card.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode, card: CardId) -> Key {
    PersonalKind::PersonalCard.key(owner, format_args!("{course}#{card}"))
}

/// The personal cards of one student for one course, by creation time.
#[must_use]
pub fn of_course(owner: &UserId, course: &CourseCode) -> Range {
    PersonalKind::PersonalCard.range(owner, format_args!("{course}#"))
}

/// All personal cards of one student, grouped by course.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::PersonalCard.range(owner, "")
}

/// Number of personal cards of one student for one course.
#[must_use]
pub fn course_count(owner: &UserId, course: &CourseCode) -> Key {
    PersonalKind::PersonalCardsOfCourse.key(owner, course)
}

/// Numbers of personal cards of one student for all courses, by code.
#[must_use]
pub fn course_counts(owner: &UserId) -> Range {
    PersonalKind::PersonalCardsOfCourse.range(owner, "")
}
