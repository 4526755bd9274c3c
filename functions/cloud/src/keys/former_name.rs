use super::{Key, UsernameKey};

/// Who gave up this username, until the table drops the item.
#[must_use]
pub fn primary(username: &UsernameKey) -> Key {
    Key { pk: format!("FORMERNAME#{username}"), sk: "SELF".into() }
}
