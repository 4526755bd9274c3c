use crate::ids::UsernameKey;
use crate::keys::key::Key;

/// The former owner of a username, until the item expires.
#[must_use]
pub fn primary(username: &UsernameKey) -> Key {
    Key { pk: format!("FORMERNAME#{username}"), sk: "SELF".into() }
}
