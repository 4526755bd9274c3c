use crate::ids::UserId;
use crate::keys::key::{Key, PersonalKind, Range, gsi1};
use crate::timestamp::Timestamp;

/// The record that one student follows another.
#[must_use]
pub fn primary(follower: &UserId, followed: &UserId) -> Key {
    PersonalKind::FollowedStudent.key(follower, followed)
}

/// The students that one student follows, unordered.
#[must_use]
pub fn followed_by(follower: &UserId) -> Range {
    PersonalKind::FollowedStudent.range(follower, "")
}

/// Index entry that lists a follower under the followed student by time.
#[must_use]
pub fn index_key(followed: &UserId, since: Timestamp, follower: &UserId) -> Key {
    Key { pk: format!("FOLLOWERS#{followed}"), sk: format!("{since}#{follower}") }
}

/// The followers of one student.
#[must_use]
pub fn followers_of(followed: &UserId) -> Range {
    gsi1(format!("FOLLOWERS#{followed}"), "")
}
