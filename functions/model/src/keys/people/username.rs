use crate::ids::UsernameKey;
use crate::keys::key::Key;

/// Claim that makes a username unique.
#[must_use]
pub fn claim(username: &UsernameKey) -> Key {
    Key { pk: format!("USERNAME#{username}"), sk: "CLAIM".into() }
}
