use wasm_core::course::CourseCode;

use crate::ids::UserId;
use crate::keys::key::{Key, Range, table};

/// One followed course.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("ME#FOLLOW#{}", course.as_str()) }
}

/// All followed courses, without the profile.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "ME#FOLLOW#")
}
