use crate::ids::{SessionId, UserId};
use crate::keys::key::{Key, Range, table};

/// One session of a user.
#[must_use]
pub fn primary(owner: &UserId, session: &SessionId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("SESSION#{session}") }
}

/// All sessions of a user.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "SESSION#")
}

/// Marker that a user has ended sessions: from then on only listed sessions are valid.
#[must_use]
pub fn only_listed(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "ONLYLISTED".into() }
}
