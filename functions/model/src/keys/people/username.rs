use crate::ids::UsernameKey;
use crate::keys::key::Key;

/// Who owns this username.
#[must_use]
pub fn claim(username: &UsernameKey) -> Key {
    Key { pk: format!("USERNAME#{username}"), sk: "CLAIM".into() }
}
