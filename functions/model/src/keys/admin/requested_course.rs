use wasm_core::course::CourseCode;

use crate::ids::UserId;
use crate::keys::key::{Key, PersonalKind, Range, gsi1, table};

/// The summary of one requested course: number of requesters and state.
#[must_use]
pub fn primary(course: &CourseCode) -> Key {
    Key { pk: format!("REQUEST#{}", course.as_str()), sk: "SELF".into() }
}

/// The summary of a requested course, then its requesters, newest first. Read it backwards: `SELF` sorts after every
/// id.
#[must_use]
pub fn with_requests(course: &CourseCode) -> Range {
    table(format!("REQUEST#{}", course.as_str()), "")
}

/// Index entry that lists a requested course within its state by number of requesters.
#[must_use]
pub fn index_key(state: &str, requesters: u32, course: &CourseCode) -> Key {
    Key { pk: format!("DEMAND#{state}"), sk: format!("{requesters:010}#{}", course.as_str()) }
}

/// The requested courses in one state.
#[must_use]
pub fn in_state(state: &str) -> Range {
    gsi1(format!("DEMAND#{state}"), "")
}

/// The request of one student for one course.
#[must_use]
pub fn student_request(owner: &UserId, course: &CourseCode) -> Key {
    PersonalKind::CourseRequest.key(owner, course.as_str())
}

/// All course requests of one student.
#[must_use]
pub fn student_requests(owner: &UserId) -> Range {
    PersonalKind::CourseRequest.range(owner, "")
}
