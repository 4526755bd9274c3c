use wasm_core::course::CourseCode;

use crate::ids::UserId;
use crate::keys::key::{Key, Range, gsi1, table};

/// How much a course is wanted, and what becomes of it.
#[must_use]
pub fn primary(course: &CourseCode) -> Key {
    Key { pk: format!("REQUEST#{}", course.as_str()), sk: "SELF".into() }
}

/// How much a course is wanted, then who wants it, newest first, when read backwards: `SELF` sorts after every id.
#[must_use]
pub fn page(course: &CourseCode) -> Range {
    table(format!("REQUEST#{}", course.as_str()), "")
}

/// Index entry that lists a wanted course in its state, by how many want it.
#[must_use]
pub fn listed(state: &str, requesters: u32, course: &CourseCode) -> Key {
    Key { pk: format!("DEMAND#{state}"), sk: format!("{requesters:010}#{}", course.as_str()) }
}

/// The wanted courses of one state.
#[must_use]
pub fn in_state(state: &str) -> Range {
    gsi1(format!("DEMAND#{state}"), "")
}

/// That one student asked for one course.
#[must_use]
pub fn asked(owner: &UserId, course: &CourseCode) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("ASKED#{}", course.as_str()) }
}

/// Everything that one student asked for.
#[must_use]
pub fn asked_all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "ASKED#")
}
