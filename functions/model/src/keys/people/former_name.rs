use crate::ids::UsernameKey;
use crate::keys::key::Key;

/// Who gave up this username, until the table drops the item.
#[must_use]
pub fn primary(username: &UsernameKey) -> Key {
    Key { pk: format!("FORMERNAME#{username}"), sk: "SELF".into() }
}
