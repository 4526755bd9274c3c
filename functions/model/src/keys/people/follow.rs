use wasm_core::course::CourseCode;

use crate::ids::UserId;
use crate::keys::key::{Key, PersonalKind, Range};

/// One followed course.
#[must_use]
pub fn primary(owner: &UserId, course: &CourseCode) -> Key {
    PersonalKind::FollowedCourse.key(owner, course.as_str())
}

/// All followed courses, without the profile.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::FollowedCourse.range(owner, "")
}
