use crate::ids::{SessionId, UserId};
use crate::keys::key::{Key, PersonalKind, Range};

/// One session of a user.
#[must_use]
pub fn primary(owner: &UserId, session: &SessionId) -> Key {
    PersonalKind::Session.key(owner, session)
}

/// All sessions of a user.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    PersonalKind::Session.range(owner, "")
}
