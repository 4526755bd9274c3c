use crate::ids::{UserId, UsernameKey, UsernamePrefix};
use crate::keys::key::{Key, PersonalKind, Range, gsi1};

/// A student's profile.
#[must_use]
pub fn primary(owner: &UserId) -> Key {
    PersonalKind::Profile.key(owner, "")
}

/// The profile and every followed course.
#[must_use]
pub fn profile_and_follows(owner: &UserId) -> Range {
    PersonalKind::Profile.range(owner, "")
}

/// Index entry that lists a student by username. Students without a username have none.
#[must_use]
pub fn index_key(username: &UsernameKey) -> Key {
    Key { pk: format!("USERNAMES#{}", username.bucket()), sk: username.to_string() }
}

/// Students whose username has this prefix.
#[must_use]
pub fn by_username_prefix(prefix: &UsernamePrefix) -> Range {
    gsi1(format!("USERNAMES#{}", prefix.bucket()), prefix.as_str())
}
