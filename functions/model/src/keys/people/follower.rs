use crate::ids::UserId;
use crate::keys::key::{Key, Range, gsi1, table};
use crate::timestamp::Timestamp;

/// The record that one student follows another.
#[must_use]
pub fn primary(follower: &UserId, followed: &UserId) -> Key {
    Key { pk: format!("USER#{follower}"), sk: format!("STUDENT#{followed}") }
}

/// The students that one student follows, unordered.
#[must_use]
pub fn followed_by(follower: &UserId) -> Range {
    table(format!("USER#{follower}"), "STUDENT#")
}

/// Index entry that lists a follower under the followed student by time.
#[must_use]
pub fn listed(followed: &UserId, since: Timestamp, follower: &UserId) -> Key {
    Key { pk: format!("FOLLOWERS#{followed}"), sk: format!("{since}#{follower}") }
}

/// The followers of one student.
#[must_use]
pub fn of(followed: &UserId) -> Range {
    gsi1(format!("FOLLOWERS#{followed}"), "")
}
