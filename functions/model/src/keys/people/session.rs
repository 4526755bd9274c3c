use crate::ids::{SessionId, UserId};
use crate::keys::key::{Key, Range, table};

/// One session of a person.
#[must_use]
pub fn primary(owner: &UserId, session: &SessionId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: format!("SESSION#{session}") }
}

/// All sessions of a person.
#[must_use]
pub fn all(owner: &UserId) -> Range {
    table(format!("USER#{owner}"), "SESSION#")
}

/// That a person has ended sessions: only those that are listed go on.
#[must_use]
pub fn only_listed(owner: &UserId) -> Key {
    Key { pk: format!("USER#{owner}"), sk: "ONLYLISTED".into() }
}
