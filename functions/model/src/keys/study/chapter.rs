use wasm_core::course::CourseCode;

use crate::ids::{CardId, ChapterId};
use crate::keys::key::{Key, Range, table};

/// One chapter of a course.
#[must_use]
pub fn primary(course: &CourseCode, chapter: ChapterId) -> Key {
    Key { pk: format!("CHAPTERS#{}", course.as_str()), sk: format!("CHAPTER#{chapter}") }
}

/// The chapters of a course, by id.
#[must_use]
pub fn of_course(course: &CourseCode) -> Range {
    table(format!("CHAPTERS#{}", course.as_str()), "CHAPTER#")
}

/// Claim that makes a chapter number unique within its course.
#[must_use]
pub fn number_claim(course: &CourseCode, number: u32) -> Key {
    Key { pk: format!("CHAPTERS#{}", course.as_str()), sk: format!("NUMBER#{number:04}") }
}

/// One study card of a chapter.
#[must_use]
pub fn card(chapter: ChapterId, card: CardId) -> Key {
    Key { pk: format!("CHAPTER#{chapter}"), sk: format!("CARD#{card}") }
}

/// The study cards of a chapter, unordered.
#[must_use]
pub fn cards(chapter: ChapterId) -> Range {
    table(format!("CHAPTER#{chapter}"), "CARD#")
}
